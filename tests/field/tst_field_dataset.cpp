// What others' data sets broke on: copies on both sides of the split, another person among one's faces.
#include <QTest>
#include <algorithm>
#include <map>
#include <opencv2/imgcodecs.hpp>

#include "core/curate/face_query.h"
#include "core/curate/group_jobs.h"
#include "core/curate/score_job.h"
#include "core/data/dataset_split.h"
#include "core/data/demo_faces.h"
#include "core/image/decode.h"
#include "core/image/opencv_bridge.h"
#include "core/image/resize.h"
#include "tests/support/curated_project.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

Image savedAnew(const Image& image) {
    std::vector<uchar> bytes;
    cv::imencode(".jpg", matOf(image), bytes, {cv::IMWRITE_JPEG_QUALITY, 70});
    Image result(image.width(), image.height(), 3);
    cv::imdecode(bytes, cv::IMREAD_COLOR).copyTo(matOf(result));
    return result;
}

}  // namespace

class TestFieldDataset : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void copiesAreGroupedBeforeTheSplit() {  // row 28
        test::CuratedProject project;
        std::map<std::int64_t, int> pictureOf;
        std::vector<Image> pictures;
        for (int i = 0; i < 100; ++i) {
            pictures.push_back(
                renderDemoFace(demoPerson(0), randomDemoContent(static_cast<std::uint64_t>(i)), 96).image);
            pictureOf[project.add("A", "/a/" + std::to_string(1000 + 7 * i) + ".png", pictures.back())] = i;
        }
        for (int i = 0; i < 10; ++i) {
            pictureOf[project.add("A", "/a/copy" + std::to_string(i) + "x.png",
                                  pictures[std::size_t(9 * i)])] = 9 * i;
            const Image saved = savedAnew(pictures[std::size_t(5 + 9 * i)]);
            pictureOf[project.add("A", "/a/saved" + std::to_string(i) + "x.png", saved)] = 5 + 9 * i;
        }
        scoreFaces(project.project(), {.embeddings = false});
        QCOMPARE(findDuplicates(project.project()).groups, std::int64_t{20});
        DataOptions options;
        options.validation = options.test = 0.15;
        std::map<int, Split> side;
        std::map<Split, int> counts;
        for (const DatasetFace& face : makeDataset(project.database(), {}, options).faces) {
            const auto [known, isNew] = side.emplace(pictureOf[face.face], face.split);
            QVERIFY(known->second == face.split);
            ++counts[face.split];
        }
        QVERIFY(std::abs(counts[Split::Validation] - 18) <= 1);
        QVERIFY(std::abs(counts[Split::Test] - 18) <= 1);
    }
    void aPersonAmongAnothersFacesIsFlagged() {  // row 28
        VISAGIST_NEEDS_SHARED("orl/s2/1.pgm");
        test::CuratedProject project;
        Database& database = project.database();
        std::vector<std::int64_t> strangers;
        const auto add = [&](const char* person, int number) {
            const std::string name = "orl/s" + std::to_string(number) + "/";
            std::vector<std::int64_t> ids;
            for (int i = 1; i <= 10; ++i) {
                const auto file = test::sharedData() / (name + std::to_string(i) + ".pgm");
                const Image photo = decodePhoto(file).image;
                // The middle square, as an aligned crop: roughly the framing of these portraits.
                const Image crop = warped(photo, {128.0 / 160, 0, -5, 0, 128.0 / 160, 1}, 128, 128);
                ids.push_back(project.add(person, "/" + name + std::to_string(i), crop));
            }
            return ids;
        };
        add("A", 2);
        strangers = add("A", 5);
        setFaceExcluded(database, std::vector(strangers.begin() + 5, strangers.end()), true);
        strangers.resize(5);
        const ScoreReport scored = scoreFaces(project.project());
        if (scored.noEmbeddings) QSKIP(scored.noEmbeddings->english().c_str());
        const IdentityReport report = findIdentities(project.project());
        QCOMPARE(report.outliers.size(), 1u);
        QCOMPARE(report.outliers[0].faces, strangers);
        // Only said: whether they go is the user's to decide.
        QCOMPARE(listFaces(database, {}).size(), 15u);
    }
};

QTEST_APPLESS_MAIN(TestFieldDataset)
#include "tst_field_dataset.moc"
