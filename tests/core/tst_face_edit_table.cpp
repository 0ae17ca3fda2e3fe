#include <QTest>

#include "core/image/decode.h"
#include "core/store/face_edit_table.h"
#include "core/store/mask_layers.h"
#include "core/store/person_table.h"
#include "core/store/picture_table.h"
#include "tests/support/error_of.h"
#include "tests/support/face_project.h"

using namespace visagist;

namespace {

class EditedProject : public test::FaceProject {
public:
    EditedProject() { addNumbered("Ada", 0, 3); }
    Face face(std::size_t place) { return faces(database(), {.person = {}, .withExcluded = true}).at(place); }
    FaceState state(std::size_t place) { return stateOf(face(place)); }
    FaceChange excluded(std::size_t place, bool excluded = true) {
        FaceChange change{face(place).id, state(place)};
        change.after.excluded = excluded;
        return change;
    }
    std::optional<std::int64_t> edit(std::vector<FaceChange> changes, const char* label = "Changed") {
        return editFaces(database(), {label, {std::to_string(changes.size())}}, changes);
    }
};

Image grey(std::uint8_t value) {
    Image mask(8, 8, 1);
    std::fill_n(mask.data(), mask.byteCount(), value);
    return mask;
}

}  // namespace

class TestFaceEditTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEditIsTakenBackAndDoneAgain() {
        EditedProject project;
        const FaceState before = project.state(1);
        FaceChange change{project.face(1).id, before};
        change.after.person = ensurePerson(project.database(), "Ben");
        change.after.photoFromUnit = {1.0 / 3, 0.1, -7, -0.1, 1.0 / 3, 1e-9};
        change.after.landmarks = {{0.1, 0.2}, {1.0 / 7, 3}};
        change.after.cropSha256 = putPicture(project.database(), std::vector<std::uint8_t>{1, 2});
        change.after.maskSha256 = putPicture(project.database(), std::vector<std::uint8_t>{3});
        const auto edit = project.edit({change, project.excluded(2)});
        QVERIFY(edit);
        QVERIFY(project.state(1) == change.after);
        QVERIFY(project.state(2).excluded);
        const auto undone = undoFaceEdit(project.database());
        QCOMPARE(undone.value().id, *edit);
        QCOMPARE(undone->faces, std::int64_t{2});
        QCOMPARE(undone->label.english(), std::string("Changed"));
        QVERIFY(project.state(1) == before);
        QVERIFY(!project.state(2).excluded);
        QCOMPARE(redoFaceEdit(project.database()).value().id, *edit);
        QVERIFY(project.state(1) == change.after);
        QVERIFY(project.state(2).excluded);
    }
    void editsAreTakenBackInTheirOrderAfterTheProgramWasClosed() {
        EditedProject project;
        for (std::size_t i = 0; i < 3; ++i) project.edit({project.excluded(i)});
        Project again = Project::open(project.project().path());
        for (std::size_t i = 3; i-- > 0;) {
            QVERIFY(project.state(i).excluded);
            QVERIFY(undoFaceEdit(again.database()));
            QVERIFY(!project.state(i).excluded);
        }
        QVERIFY(!undoFaceEdit(again.database()));
        QVERIFY(!lastFaceEdit(again.database()));
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(nextFaceEdit(again.database()));
            QVERIFY(redoFaceEdit(again.database()));
            QVERIFY(project.state(i).excluded);
        }
        QVERIFY(!redoFaceEdit(again.database()));
    }
    void aNewEditForgetsWhatWasTakenBack() {
        EditedProject project;
        project.edit({project.excluded(0)});
        undoFaceEdit(project.database());
        project.edit({project.excluded(1)});
        QVERIFY(!nextFaceEdit(project.database()));
        QVERIFY(undoFaceEdit(project.database()));
        QVERIFY(!undoFaceEdit(project.database()));
    }
    void whatIsAsWantedAlreadyIsNoEdit() {
        EditedProject project;
        QVERIFY(!project.edit({project.excluded(0, false)}));
        QVERIFY(!lastFaceEdit(project.database()));
        project.edit({project.excluded(0), project.excluded(1, false)});
        QCOMPARE(lastFaceEdit(project.database())->faces, std::int64_t{1});
    }
    void onlyWhatTheEditChangedIsPutBack() {
        EditedProject project;
        project.edit({project.excluded(0)});
        const auto ben = ensurePerson(project.database(), "Ben");
        setFacePerson(project.database(), std::vector{project.face(0).id}, ben);
        undoFaceEdit(project.database());
        QVERIFY(!project.state(0).excluded);
        QCOMPARE(project.state(0).person, ben);
    }
    void aFaceThatIsNotThereUndoesTheWhole() {
        EditedProject project;
        FaceChange nobody = project.excluded(1);
        nobody.face = 99;
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, project.edit({project.excluded(0), nobody}));
        QVERIFY(!project.state(0).excluded);
        QVERIFY(!lastFaceEdit(project.database()));
    }
    void facesThatAreGoneArePassedOver() {
        EditedProject project;
        project.edit({project.excluded(0), project.excluded(1)});
        project.database().execute("DELETE FROM face WHERE id = " + std::to_string(project.face(0).id));
        undoFaceEdit(project.database());
        for (std::size_t i = 0; i < 2; ++i) QVERIFY(!project.state(i).excluded);
    }
    void theOldestEditsAreForgotten() {
        EditedProject project;
        Transaction transaction(project.database());
        for (std::int64_t i = 0; i <= kMostFaceEdits; ++i) project.edit({project.excluded(0, i % 2 == 0)});
        transaction.commit();
        Statement count = project.database().prepare("SELECT count(*) FROM face_edit");
        QVERIFY(count.step());
        QCOMPARE(count.integer(0), kMostFaceEdits);
    }
    void layersOfMasksComeBackAsTheyWere() {
        EditedProject project;
        const std::vector<MaskLayer> layers{{MaskSource::Automatic, MaskMode::Add, grey(200)},
                                            {MaskSource::Occluder, MaskMode::Remove, grey(60)}};
        const FaceState before = project.state(0);
        const FaceState after = withMaskLayers(project.database(), before, layers, grey(195));
        project.edit({{project.face(0).id, after}});
        const auto read = maskLayers(project.database(), project.state(0));
        QCOMPARE(read.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(read[i].source == layers[i].source && read[i].mode == layers[i].mode);
            QVERIFY(read[i].mask == layers[i].mask);
        }
        QVERIFY(decodeMask(faceMaskPng(project.database(), project.face(0).id)) == grey(195));
        undoFaceEdit(project.database());
        QVERIFY(maskLayers(project.database(), project.state(0)).empty());
        QVERIFY(project.state(0) == before);
        FaceState broken = before;
        broken.maskLayers = "[{\"source\": 3}]";
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, maskLayers(project.database(), broken));
    }
    void picturesStayWhileAFaceADatasetOrAnEditNeedsThem() {
        EditedProject project;
        QCOMPARE(removeUnusedPictures(project.database()), std::int64_t{0});
        const std::string unused = putPicture(project.database(), std::vector<std::uint8_t>{9});
        const FaceState before = project.state(0);
        const FaceState masked =
            withMaskLayers(project.database(), before,
                           std::vector<MaskLayer>{{MaskSource::Painted, MaskMode::Add, grey(10)}}, grey(20));
        project.edit({{project.face(0).id, masked}});
        undoFaceEdit(project.database());  // now only the edit knows the masks
        QCOMPARE(removeUnusedPictures(project.database()), std::int64_t{1});
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, picturePng(project.database(), unused));
        redoFaceEdit(project.database());
        QVERIFY(decodeMask(faceMaskPng(project.database(), project.face(0).id)) == grey(20));
        QVERIFY(maskLayers(project.database(), project.state(0)).front().mask == grey(10));
        const Dataset dataset = project.everybody();
        setFaceState(project.database(), project.face(0).id, before);
        project.database().execute("DELETE FROM face_edit");
        QCOMPARE(removeUnusedPictures(project.database()), std::int64_t{0});  // the dataset holds them
        project.database().execute("DELETE FROM dataset");
        QCOMPARE(removeUnusedPictures(project.database()), std::int64_t{2});
    }

    void manyFacesAreExcludedAtOnceAndTakenBackEachAsItWas() {
        EditedProject project;
        project.edit({project.excluded(1)});
        std::vector<std::int64_t> ids{999};  // is not there
        for (std::size_t i = 0; i < 3; ++i) ids.push_back(project.face(i).id);
        const auto label = [](std::int64_t faces) { return Message{"Exclude %1", {std::to_string(faces)}}; };
        QVERIFY(editExcluded(project.database(), ids, true, label));
        const auto edit = lastFaceEdit(project.database());
        QCOMPARE(edit->faces, std::int64_t{2});  // one was excluded before
        QCOMPARE(edit->label.english(), std::string("Exclude 2"));
        for (std::size_t i = 0; i < 3; ++i) QVERIFY(project.state(i).excluded);
        undoFaceEdit(project.database());
        QVERIFY(!project.state(0).excluded && project.state(1).excluded && !project.state(2).excluded);
        redoFaceEdit(project.database());
        for (std::size_t i = 0; i < 3; ++i) QVERIFY(project.state(i).excluded);
        QVERIFY(!editExcluded(project.database(), ids, true, label));

        const std::int64_t ben = ensurePerson(project.database(), "Ben"), ada = project.state(0).person;
        QVERIFY(editPerson(project.database(), ids, ben, label));
        for (std::size_t i = 0; i < 3; ++i) QCOMPARE(project.state(i).person, ben);
        undoFaceEdit(project.database());
        for (std::size_t i = 0; i < 3; ++i) QCOMPARE(project.state(i).person, ada);
    }
};

QTEST_APPLESS_MAIN(TestFaceEditTable)
#include "tst_face_edit_table.moc"
