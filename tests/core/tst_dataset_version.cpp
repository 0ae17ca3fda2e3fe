#include <QTest>

#include "core/curate/dataset_version.h"
#include "core/store/face_edit_table.h"
#include "core/store/picture_table.h"
#include "tests/support/error_of.h"
#include "tests/support/face_project.h"

using namespace visagist;

namespace {

class VersionedProject : public test::FaceProject {
public:
    VersionedProject() {
        addNumbered("Ada", 0, 4);
        addNumbered("Ben", 255, 4);
    }
    std::vector<Face> all() { return faces(database(), {.person = {}, .withExcluded = true}); }
    std::int64_t save(const std::string& name) { return saveVersion(database(), name, "", {}); }
    Dataset version(std::int64_t id) { return dataset(database(), id); }
    void change(std::size_t place, auto&& how) {
        FaceState state = stateOf(all()[place]);
        how(state);
        editFaces(database(), {"Changed", {}}, std::vector<FaceChange>{{all()[place].id, state}});
    }
    std::string picture(std::uint8_t byte) { return putPicture(database(), std::vector<std::uint8_t>{byte}); }
};

}  // namespace

class TestDatasetVersion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aVersionIsNamedAndListed() {
        VersionedProject project;
        const auto id = saveVersion(project.database(), "First cut", "as shot", {});
        const auto list = datasets(project.database());
        QCOMPARE(list.size(), std::size_t{1});
        QCOMPARE(list[0].id, id);
        QCOMPARE(list[0].name, std::string("First cut"));
        QCOMPARE(list[0].note, std::string("as shot"));
        QCOMPARE(list[0].train + list[0].validation + list[0].test, std::int64_t{8});
        QVERIFY(list[0].validation > 0 && list[0].test > 0);
        setDatasetName(project.database(), id, "Second", "");
        QCOMPARE(project.version(id).name, std::string("Second"));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, setDatasetName(project.database(), 99, "x", ""));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, project.save(""));
    }
    void nothingChangedIsTheSameVersion() {
        VersionedProject project;
        const auto unnamed = insertDataset(project.database(), project.version(project.save("one")));
        QCOMPARE(project.save("two"), unnamed);
        QCOMPARE(project.version(unnamed).name, std::string("one"));
        QCOMPARE(datasets(project.database()).size(), std::size_t{1});
    }
    void aRunsOwnVersionGetsTheNameItIsGivenLater() {
        VersionedProject project;
        Dataset own = project.version(project.save("for now"));
        setDatasetName(project.database(), own.id, "", "");
        QCOMPARE(project.save("kept"), own.id);
        QCOMPARE(project.version(own.id).name, std::string("kept"));
    }
    void aDifferenceNamesWhatChanged() {
        VersionedProject project;
        const Dataset before = project.version(project.save("before"));
        const auto all = project.all();
        project.change(0, [](FaceState& state) { state.excluded = true; });
        project.change(1, [&](FaceState& state) { state.person = all[7].person; });
        project.change(2, [&](FaceState& state) { state.cropSha256 = project.picture(1); });
        project.change(3, [&](FaceState& state) { state.maskSha256 = project.picture(2); });
        project.add("Ben", test::plainFace(99, 99, 99));
        const Dataset after = project.version(project.save("after"));
        const VersionDifference difference = differenceOf(before, after);
        const auto is = [](const std::vector<std::int64_t>& list, std::int64_t face) {
            return list == std::vector<std::int64_t>{face};
        };
        QVERIFY(is(difference.removed, all[0].id));
        QVERIFY(is(difference.moved, all[1].id));
        QVERIFY(is(difference.realigned, all[2].id));
        QVERIFY(is(difference.remasked, all[3].id));
        QVERIFY(is(difference.added, project.all().back().id));
        QVERIFY(differenceOf(before, before).empty());
        QVERIFY(!difference.empty());
    }
    void revertingPutsFacesBackAndCanBeUndone() {
        VersionedProject project;
        const auto id = project.save("good");
        const auto before = project.all();
        project.change(0, [](FaceState& state) { state.excluded = true; });
        project.change(2, [&](FaceState& state) {
            state.cropSha256 = project.picture(1);
            state.photoFromUnit = {5, 0, 0, 0, 5, 0};
            state.landmarks = {{1, 1}};
        });
        project.add("Ben", test::plainFace(99, 99, 99));
        QVERIFY(revertToVersion(project.database(), id));
        for (std::size_t i = 0; i < before.size(); ++i)
            QVERIFY(stateOf(project.all()[i]) == stateOf(before[i]));
        QVERIFY(project.all().back().excluded);  // it was not there then
        QCOMPARE(project.save("again"), id);
        QVERIFY(!revertToVersion(project.database(), id));
        undoFaceEdit(project.database());
        QVERIFY(project.all()[0].excluded);
        QCOMPARE(project.all()[2].cropSha256, project.picture(1));
        QVERIFY(!project.all().back().excluded);
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, revertToVersion(project.database(), 99));
    }
    void aProjectWithoutFacesHasNoVersions() {
        test::FaceProject empty;
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, saveVersion(empty.database(), "x", "", {}));
    }
};

QTEST_APPLESS_MAIN(TestDatasetVersion)
#include "tst_dataset_version.moc"
