#include <QTest>
#include <chrono>
#include <fstream>

#include "core/base/file.h"
#include "core/data/aligned_cache.h"
#include "core/face/aligner.h"
#include "core/image/resize.h"
#include "core/store/picture_table.h"
#include "tests/support/error_of.h"
#include "tests/support/face_project.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

constexpr int kSize = 64;

Image stripes(int seed) {
    Image image(kSize, kSize, 3);
    for (std::size_t i = 0; i < image.byteCount(); ++i)
        image.data()[i] = static_cast<std::uint8_t>((i * static_cast<std::size_t>(seed + 3)) % 251);
    return image;
}

/// Whether face `index` of the cache is `crop` with `mask`.
bool holds(const AlignedCache& cache, std::size_t index, const Image& crop, const Image& mask) {
    const std::uint8_t* pixels = cache.pixels(index);
    for (std::size_t i = 0; i < kSize * kSize; ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            if (pixels[4 * i + c] != crop.data()[3 * i + c]) return false;
        }
        if (pixels[4 * i + 3] != mask.data()[i]) return false;
    }
    return true;
}

/// Two people with two faces each; the first face has a mask of its own.
class CacheProject : public test::FaceProject {
public:
    CacheProject() {
        Image mask(kSize, kSize, 1);
        std::fill_n(mask.data(), mask.byteCount() / 2, std::uint8_t{200});
        m_mask = mask;
        add("Ada", stripes(0), mask);
        add("Ben", stripes(1));
        add("Ada", stripes(2));
        add("Ben", stripes(3));
        m_dataset = everybody();
    }
    AlignedCache open(std::vector<std::int64_t>* leftOut = nullptr) {
        return AlignedCache::open(project(), m_dataset, kSize, {}, leftOut);
    }
    fs::path file() { return AlignedCache::pathOf(project(), m_dataset, kSize); }
    bool isRight(const AlignedCache& cache) const {
        if (cache.size() != 4 || !holds(cache, 0, stripes(0), m_mask)) return false;
        for (int i = 1; i < 4; ++i) {
            if (!holds(cache, static_cast<std::size_t>(i), stripes(i), canonicalFaceMask(kSize)))
                return false;
        }
        return true;
    }
    Dataset& dataset() { return m_dataset; }

private:
    Image m_mask;
    Dataset m_dataset;
};

void writeAll(const fs::path& path, const std::vector<std::uint8_t>& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

class TestAlignedCache : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void holdsThePixelsOfTheProject() {
        CacheProject project;
        project.dataset().faces[3].split = Split::Validation;
        std::vector<std::int64_t> leftOut{99};
        const AlignedCache cache = project.open(&leftOut);
        QVERIFY(project.isRight(cache));
        QVERIFY(leftOut.empty());
        QCOMPARE(cache.resolution(), kSize);
        const std::vector<int> person{0, 1, 0, 1};
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(cache.face(i).face, project.dataset().faces[i].face);
            QCOMPARE(cache.personIndex(i), person[i]);
        }
        QVERIFY(cache.face(2).split == Split::Train && cache.face(3).split == Split::Validation);
    }
    void cropsOfAnotherSizeAreResized() {
        test::FaceProject project;
        project.add("Ada", test::plainFace(10, 20, 30, 200));
        const AlignedCache cache = AlignedCache::open(project.project(), project.everybody(), kSize);
        QCOMPARE(cache.size(), std::size_t{1});
        QVERIFY(holds(cache, 0, test::plainFace(10, 20, 30), canonicalFaceMask(kSize)));
    }
    void aCacheThatFitsIsUsedAgain() {
        CacheProject project;
        (void)project.open();
        const auto longAgo = fs::last_write_time(project.file()) - std::chrono::hours(24);
        fs::last_write_time(project.file(), longAgo);
        QVERIFY(project.isRight(project.open()));
        QVERIFY(fs::last_write_time(project.file()) == longAgo);
    }
    void aDatasetKeepsThePicturesThatItWasMadeOf() {
        CacheProject project;
        const std::int64_t face = project.dataset().faces[1].face;
        FaceState state = stateOf(findFace(project.database(), face).value());
        state.cropSha256 = putPicture(project.database(), encodePng(stripes(40)));
        setFaceState(project.database(), face, state);
        QVERIFY(project.isRight(project.open()));
    }
    void aChangedCropOrMaskIsANewVersion() {
        CacheProject project;
        const fs::path old = (project.open(), project.file());
        const std::int64_t face = project.dataset().faces[1].face;
        const Image other = stripes(40), mask = canonicalFaceMask(2 * kSize);
        FaceState state = stateOf(findFace(project.database(), face).value());
        state.cropSha256 = putPicture(project.database(), encodePng(other));
        setFaceState(project.database(), face, state);
        project.dataset() = project.everybody();
        QVERIFY(holds(project.open(), 1, other, canonicalFaceMask(kSize)));
        state.maskSha256 = putPicture(project.database(), encodePng(mask));
        setFaceState(project.database(), face, state);
        project.dataset() = project.everybody();
        QVERIFY(holds(project.open(), 1, other, resized(mask, kSize, kSize)));
        QVERIFY(project.file() != old);
    }
    void otherSizesAndDataSetsHaveFilesOfTheirOwn() {
        CacheProject project;
        (void)project.open();
        QCOMPARE(AlignedCache::open(project.project(), project.dataset(), 32).resolution(), 32);
        Dataset fewer = project.dataset();
        fewer.faces.pop_back();
        fewer.id = insertDataset(project.database(), fewer);
        QCOMPARE(AlignedCache::open(project.project(), fewer, kSize).size(), std::size_t{3});
        QVERIFY(project.isRight(project.open()));
    }
    void runsOnTheSameFacesShareOneFile() {
        CacheProject project;
        (void)project.open();
        Dataset again = project.dataset();
        again.id = insertDataset(project.database(), again);
        QVERIFY(AlignedCache::pathOf(project.project(), again, kSize) == project.file());
    }
    void whatAnotherFileHoldsIsCopiedFromThere() {
        CacheProject project;
        (void)project.open();
        const fs::path old = project.file();
        const std::int64_t first = project.dataset().faces[0].face;
        project.add("Ada", stripes(9));
        project.dataset() = project.everybody();
        // The first face's crop can no longer be read, but its pixels are known.
        project.database()
            .prepare("UPDATE picture SET png = ? WHERE sha256 = ?")
            .bind(1, std::vector<std::uint8_t>{1})
            .bind(2, project.dataset().faces[0].cropSha256)
            .run();
        std::vector<std::int64_t> leftOut;
        const AlignedCache grown = project.open(&leftOut);
        QVERIFY(project.file() != old);
        QCOMPARE(grown.size(), std::size_t{5});
        QVERIFY(leftOut.empty());
        QVERIFY(holds(grown, 1, stripes(1), canonicalFaceMask(kSize)));
        // Pixels that changed on the disk are not.
        for (const fs::path& file : {old, project.file()}) {
            auto bytes = readFile(file);
            bytes[8] ^= 0x40;
            writeAll(file, bytes);
        }
        project.add("Ada", stripes(10));
        project.dataset() = project.everybody();
        QCOMPARE(project.open(&leftOut).size(), std::size_t{5});
        QVERIFY(leftOut == std::vector<std::int64_t>{first});
    }
    void oldFilesGo() {
        CacheProject project;
        for (int i = 0; i < 7; ++i) {
            project.add("Ada", stripes(20 + i));
            project.dataset() = project.everybody();
            (void)project.open();
        }
        int files = 0;
        for (const auto& entry : fs::directory_iterator(project.file().parent_path()))
            files += entry.is_regular_file();
        QCOMPARE(files, 4);
        QVERIFY(fs::exists(project.file()));
    }
    void aFileThatWasCutOffIsMadeAnew() {
        CacheProject project;
        (void)project.open();
        const auto size = fs::file_size(project.file());
        for (const std::uintmax_t left :
             {std::uintmax_t{0}, std::uintmax_t{7}, std::uintmax_t{16}, size / 2, size - 1}) {
            fs::resize_file(project.file(), left);
            QVERIFY(project.isRight(project.open()));
            QCOMPARE(fs::file_size(project.file()), size);
        }
    }
    void aDescriptionWithAnyByteChangedIsNoReasonToFail() {
        CacheProject project;
        (void)project.open();
        const auto whole = readFile(project.file());
        const std::size_t pixels = 8 + 4 * std::size_t{kSize * kSize * 4};
        for (std::size_t i = 0; i < whole.size(); i = i == 7 ? pixels : i + 1) {
            auto changed = whole;
            changed[i] ^= 0x01;
            writeAll(project.file(), changed);
            const auto error = test::errorOf([&] {
                const AlignedCache cache = project.open();
                QVERIFY2(project.isRight(cache), qPrintable(QString("byte %1").arg(i)));
            });
            QVERIFY2(!error, error ? error->what() : "");
        }
    }
    void aDamagedCropIsLeftOutAndNamed() {
        CacheProject project;
        const std::int64_t damaged = project.addBytes("Ben", {1, 2, 3});
        project.add("Ada", stripes(9));
        project.dataset() = project.everybody();
        for (int time = 0; time < 2; ++time) {  // made, then read back
            std::vector<std::int64_t> leftOut;
            const AlignedCache cache = project.open(&leftOut);
            QVERIFY(leftOut == std::vector<std::int64_t>{damaged});
            QCOMPARE(cache.size(), std::size_t{5});
            QVERIFY(holds(cache, 4, stripes(9), canonicalFaceMask(kSize)));
            QCOMPARE(cache.personIndex(4), 0);
        }
    }
    void aStopLeavesNothingHalfDone() {
        CacheProject project;
        std::stop_source stop;
        stop.request_stop();
        VISAGIST_VERIFY_ERROR(ErrorCode::Cancelled, AlignedCache::open(project.project(), project.dataset(),
                                                                       kSize, stop.get_token()));
        QVERIFY(!fs::exists(project.file()));
        QVERIFY(fs::is_empty(project.file().parent_path()));
        QVERIFY(project.isRight(project.open()));
    }
    void aFolderInItsPlaceIsToldOf() {
        CacheProject project;
        fs::create_directories(project.file());
        const auto error = test::errorOf([&] { (void)project.open(); });
        QVERIFY(error && (error->code() == ErrorCode::ReadFailed || error->code() == ErrorCode::WriteFailed));
        QVERIFY2(QString(error->what()).contains("aligned-64"), error->what());
    }
};

QTEST_APPLESS_MAIN(TestAlignedCache)
#include "tst_aligned_cache.moc"
