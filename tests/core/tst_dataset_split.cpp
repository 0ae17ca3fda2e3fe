#include <QTest>
#include <algorithm>
#include <map>

#include "core/base/sha256.h"
#include "core/data/dataset_split.h"
#include "tests/support/face_project.h"

using namespace visagist;

namespace {

DataOptions shares(double validation, double test) {
    DataOptions options;
    options.validation = validation;
    options.test = test;
    return options;
}

/// A face whose crop is told apart by `content`.
std::int64_t add(test::FaceProject& project, const std::string& person, const std::string& content) {
    return project.addBytes(
        person, {1, 2, 3}, {},
        sha256Hex({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()}));
}

void addMany(test::FaceProject& project, const std::string& person, int from, int count) {
    for (int i = from; i < from + count; ++i) add(project, person, person + std::to_string(i));
}

std::map<Split, int> counts(const Dataset& dataset, std::int64_t person) {
    std::map<Split, int> result;
    for (const DatasetFace& face : dataset.faces) {
        if (face.person == person) ++result[face.split];
    }
    return result;
}

std::map<std::int64_t, Split> splits(const Dataset& dataset) {
    std::map<std::int64_t, Split> result;
    for (const DatasetFace& face : dataset.faces) result[face.face] = face.split;
    return result;
}

}  // namespace

class TestDatasetSplit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPersonIsSplitByTheShares() {
        test::FaceProject project;
        addMany(project, "Ada", 0, 100);
        addMany(project, "Ben", 0, 40);
        const Dataset dataset = makeDataset(project.database(), {}, shares(0.15, 0.1));
        QCOMPARE(dataset.people.size(), std::size_t{2});
        QCOMPARE(dataset.faces.size(), std::size_t{140});
        QVERIFY(std::is_sorted(dataset.faces.begin(), dataset.faces.end(),
                               [](const auto& a, const auto& b) { return a.face < b.face; }));
        const auto ada = counts(dataset, dataset.people[0]), ben = counts(dataset, dataset.people[1]);
        QCOMPARE(ada.at(Split::Validation), 15);
        QCOMPARE(ada.at(Split::Test), 10);
        QCOMPARE(ada.at(Split::Train), 75);
        QCOMPARE(ben.at(Split::Validation), 6);
        QCOMPARE(ben.at(Split::Test), 4);
        QCOMPARE(dataset.id, std::int64_t{0});  // not stored yet
    }
    void equalCropsAreOnOneSide() {
        test::FaceProject project;
        for (int i = 0; i < 30; ++i) {
            for (int copy = 0; copy < 3; ++copy) add(project, "Ada", std::to_string(i));
        }
        const auto split = splits(makeDataset(project.database(), {}, shares(0.2, 0.2)));
        std::map<std::string, Split> ofCrop;
        for (const Face& face : faces(project.database())) {
            const auto [known, isNew] = ofCrop.emplace(face.cropSha256, split.at(face.id));
            QVERIFY(known->second == split.at(face.id));
        }
        QCOMPARE(std::count_if(ofCrop.begin(), ofCrop.end(),
                               [](const auto& c) { return c.second == Split::Validation; }),
                 std::ptrdiff_t{6});
    }
    void theSplitIsAFunctionOfThePictures() {
        test::FaceProject forwards, backwards;
        for (int i = 0; i < 40; ++i) {
            add(forwards, "Ada", std::to_string(i));
            add(backwards, "Ada", std::to_string(39 - i));
        }
        const auto a = splits(makeDataset(forwards.database(), {}, shares(0.2, 0.1)));
        const auto b = splits(makeDataset(backwards.database(), {}, shares(0.2, 0.1)));
        const auto facesA = faces(forwards.database()), facesB = faces(backwards.database());
        for (std::size_t i = 0; i < 40; ++i) QVERIFY(a.at(facesA[i].id) == b.at(facesB[39 - i].id));
    }
    void newFacesMoveFewOldOnes() {
        test::FaceProject project;
        addMany(project, "Ada", 0, 200);
        const auto before = splits(makeDataset(project.database(), {}, shares(0.15, 0.15)));
        addMany(project, "Ada", 200, 20);
        addMany(project, "Ben", 0, 50);
        const auto after = splits(makeDataset(project.database(), {}, shares(0.15, 0.15)));
        int moved = 0;
        for (const auto& [face, split] : before) moved += after.at(face) != split;
        QVERIFY2(moved <= 10, qPrintable(QString::number(moved)));
    }
    void smallSetsKeepFacesToTrainOn() {
        for (int count = 1; count <= 8; ++count) {
            test::FaceProject project;
            addMany(project, "Ada", 0, count);
            const Dataset dataset = makeDataset(project.database(), {}, shares(0.5, 0.5));
            auto split = counts(dataset, dataset.people[0]);
            QVERIFY2(split[Split::Train] >= 1, qPrintable(QString::number(count)));
            QCOMPARE(split[Split::Validation] > 0, count >= 4);
            if (count < 4) QCOMPARE(split[Split::Train], count);
        }
    }
    void aShareAboveZeroTakesAFaceOfFour() {
        test::FaceProject project;
        addMany(project, "Ada", 0, 4);
        const Dataset dataset = makeDataset(project.database(), {}, shares(0.01, 0.01));
        auto split = counts(dataset, dataset.people[0]);
        QCOMPARE(split[Split::Validation], 1);
        QCOMPARE(split[Split::Test], 1);
        QCOMPARE(split[Split::Train], 2);
    }
    void withoutSharesAllFacesTrain() {
        test::FaceProject project;
        addMany(project, "Ada", 0, 20);
        auto split = counts(makeDataset(project.database(), {}, shares(0, 0)), 1);
        QCOMPARE(split[Split::Train], 20);
    }
    void equalPicturesOnlyAreTrainedOn() {
        test::FaceProject project;
        for (int i = 0; i < 10; ++i) add(project, "Ada", "the same");
        const Dataset dataset = makeDataset(project.database(), {}, shares(0.3, 0.3));
        QCOMPARE(counts(dataset, dataset.people[0])[Split::Train], 10);
    }
    void excludedFacesAndOtherPeopleStayOut() {
        test::FaceProject project;
        addMany(project, "Ada", 0, 5);
        addMany(project, "Ben", 0, 5);
        addMany(project, "Cleo", 0, 5);
        ensurePerson(project.database(), "Dan");  // has no faces
        const auto all = faces(project.database());
        const std::vector<std::int64_t> excluded{all[0].id};
        setFaceExcluded(project.database(), excluded, true);
        QCOMPARE(makeDataset(project.database(), {}, shares(0, 0)).people.size(), std::size_t{3});
        const std::int64_t cleo = all[10].person, ada = all[0].person;
        const Dataset two = makeDataset(project.database(), {cleo, ada}, shares(0, 0));
        QVERIFY(two.people == (std::vector<std::int64_t>{cleo, ada}));
        QCOMPARE(two.faces.size(), std::size_t{9});
    }
};

QTEST_APPLESS_MAIN(TestDatasetSplit)
#include "tst_dataset_split.moc"
