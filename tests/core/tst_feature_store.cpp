#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/base/path.h"
#include "core/metrics/feature_store.h"

using namespace visagist;

namespace {

const FeatureRows kRows{2, {1, 2, 3, 4, 5.5, -6}};

}  // namespace

class TestFeatureStore : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    int m_found = 0;

    std::filesystem::path folder() const { return pathFromUtf8(m_folder.path().toStdString()); }
    FeatureRows stored(const std::string& key) {
        return storedFeatures(folder(), key, [&] {
            ++m_found;
            return kRows;
        });
    }
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> paths;
        for (const auto& entry : std::filesystem::directory_iterator(folder())) paths.push_back(entry.path());
        return paths;
    }

private Q_SLOTS:
    void init() {
        m_found = 0;
        for (const auto& path : files()) std::filesystem::remove(path);
    }

    void featuresAreFoundOnceForAKey() {
        QCOMPARE(stored("a").values, kRows.values);
        QCOMPARE(stored("a").values, kRows.values);
        QCOMPARE(stored("a").dimensions, 2);
        QCOMPARE(m_found, 1);
        stored("b");  // another set of pictures, or another network
        QCOMPARE(m_found, 2);
    }

    void aDamagedFileIsFoundAnew() {
        stored("a");
        const std::filesystem::path file = files().at(0);
        const auto size = static_cast<std::streamoff>(std::filesystem::file_size(file));
        for (const std::streamoff at : {std::streamoff{3}, size / 2, size - 2}) {
            std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
            bytes.seekg(at);
            const char flipped = static_cast<char>(bytes.get() ^ 0x11);
            bytes.seekp(at);
            bytes.put(flipped);
            bytes.close();
            m_found = 0;
            QCOMPARE(stored("a").values, kRows.values);
            QCOMPARE(m_found, 1);
        }
        std::filesystem::resize_file(file, 10);
        QCOMPARE(stored("a").values, kRows.values);
    }

    void theNewestSetsStay() {
        for (char key = 'a'; key < 'a' + 12; ++key) stored(std::string(1, key));
        QCOMPARE(files().size(), std::size_t{8});
    }

    void aFolderThatCannotBeWrittenCostsOnlyTime() {
        std::ofstream(folder() / "file") << "not a folder";
        const FeatureRows rows = storedFeatures(folder() / "file" / "inside", "a", [] { return kRows; });
        QCOMPARE(rows.values, kRows.values);
    }
};

QTEST_GUILESS_MAIN(TestFeatureStore)
#include "tst_feature_store.moc"
