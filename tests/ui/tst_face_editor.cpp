#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include "core/base/path.h"
#include "core/curate/face_edits.h"
#include "core/data/demo_faces.h"
#include "core/face/aligner.h"
#include "core/image/decode.h"
#include "core/image/encode.h"
#include "core/store/face_edit_table.h"
#include "core/store/person_table.h"
#include "core/store/source_table.h"
#include "ui/pages/face_editor.h"
#include "ui/pages/faces_page.h"
#include "ui/pages/landmark_editor.h"
#include "ui/pages/mask_editor.h"
#include "ui/theme/theme.h"
#include "ui/widgets/face_grid.h"
#include "ui/widgets/landmark_view.h"
#include "ui/widgets/mask_view.h"

using namespace visagist;

namespace {

constexpr int kPhoto = 400, kCrop = 128;

/// A project with three photographs of one face each.
std::filesystem::path photoProject(const QTemporaryDir& folder) {
    const auto place = pathFromUtf8(folder.path().toStdString());
    const auto path = place / "photos.visagist";
    Project project = Project::create(path, kCrop);
    Database& database = project.database();
    for (int i = 0; i < 3; ++i) {
        const DemoContent content = randomDemoContent(static_cast<std::uint64_t>(i), 10);
        const DemoFace drawn = renderDemoFace(
            demoPerson(0), content, kPhoto,
            Affine::scaling(2, 2).then(Affine{1, 0, -0.5, 0, 1, -0.5}).then(demoHeadFromUnit(content)));
        const auto file = place / ("photo " + std::to_string(i) + ".png");
        writePng(file, drawn.image);
        Face face;
        face.person = ensurePerson(database, "Ada");
        face.source =
            putSource(database, {.path = utf8FromPath(file), .sha256 = std::to_string(i), .reason = ""});
        face.landmarks.assign(drawn.landmarks68.begin(), drawn.landmarks68.end());
        face.box = {100, 100, 200, 200};
        const Recut cut = recut(drawn.image, face.landmarks, kCrop);
        face.photoFromUnit = cut.photoFromUnit;
        insertFace(database, face, encodePng(cut.crop), {});
    }
    return path;
}

}  // namespace

class TestFaceEditor : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path m_path;
    std::unique_ptr<ProjectSession> m_session;
    std::unique_ptr<FacesPage> m_page;

    Database& database() { return m_session->database(); }
    Face face(std::int64_t id) { return existingFace(database(), id); }
    LandmarkView& landmarks() { return *m_page->findChild<LandmarkView*>(); }
    MaskView& mask() { return *m_page->findChild<MaskView*>(); }
    FaceGrid& grid() { return *m_page->findChild<FaceGrid*>(); }

    void openPage() {
        m_session = std::make_unique<ProjectSession>();
        m_session->open(m_path);
        m_page = std::make_unique<FacesPage>(*m_session);
        m_page->resize(1300, 800);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        grid().setCurrentIndex(grid().model()->index(0, 0));
    }
    void edit(bool withMask) {
        m_page->editCurrent(withMask);
        QVERIFY(m_page->editor().isVisible());
        if (!withMask) QTRY_VERIFY(landmarks().hasPicture());
    }
    void dragLandmark(std::size_t index, QPointF by) {
        const Point& p = landmarks().landmarks()[index];
        const QPointF from(p.x, p.y);
        QTest::mousePress(&landmarks(), Qt::LeftButton, {}, landmarks().toWidget(from).toPoint());
        QTest::mouseMove(&landmarks(), landmarks().toWidget(from + by / 2).toPoint());
        QTest::mouseMove(&landmarks(), landmarks().toWidget(from + by).toPoint());
        QTest::mouseRelease(&landmarks(), Qt::LeftButton, {}, landmarks().toWidget(from + by).toPoint());
    }
    QString refusal() const {
        for (const QLabel* label : m_page->editor().findChildren<QLabel*>())
            if (label->property("kind") == QStringLiteral("warn") && label->isVisible()) return label->text();
        return {};
    }

private Q_SLOTS:
    void initTestCase() {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::Dark);
    }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = photoProject(*m_folder);
        openPage();
    }
    void cleanup() {
        m_page.reset();
        m_session.reset();
    }

    void aDraggedLandmarkIsStoredWithItsNewCrop() {
        const Face before = face(1);
        edit(false);
        dragLandmark(36, {6, 3});  // the outer corner of an eye
        QTRY_VERIFY(!(face(1).landmarks == before.landmarks));
        const Face after = face(1);
        QVERIFY(std::abs(after.landmarks[36].x - before.landmarks[36].x - 6) < 1.5);
        QVERIFY(after.landmarks[30] == before.landmarks[30]);
        QVERIFY(after.cropSha256 != before.cropSha256);
        const Recut wanted = recut(decodePhoto(pathFromUtf8(after.sourcePath)).image, after.landmarks, kCrop);
        QVERIFY(decodeImage(faceCropPng(database(), 1)) == wanted.crop);
        m_page->undoStack()->undo();
        QVERIFY(stateOf(face(1)) == stateOf(before));
        QVERIFY(landmarks().landmarks() == before.landmarks);  // the view follows
    }

    void anEditIsTakenBackAfterTheProgramWasClosed() {
        const FaceState before = stateOf(face(1));
        edit(false);
        dragLandmark(45, {-5, 2});
        m_page->editor().finish();
        QVERIFY(!(stateOf(face(1)) == before));
        m_page.reset();
        m_session.reset();
        openPage();
        QVERIFY(m_page->undoStack()->canUndo());
        m_page->undoStack()->undo();
        QVERIFY(stateOf(face(1)) == before);
    }

    void nonsenseIsRefusedWhereItIsMade() {
        const FaceState before = stateOf(face(1));
        edit(false);
        landmarks().selectAll();
        const auto shown = landmarks().landmarks();
        dragLandmark(30, {900, 0});  // all of the face out of the picture
        QVERIFY(!refusal().isEmpty());
        QVERIFY(landmarks().landmarks() == shown);
        m_page->editor().finish();
        QVERIFY(stateOf(face(1)) == before);
        QVERIFY(!lastFaceEdit(database()));
        dragLandmark(30, {4, 0});  // and what is sensible is taken again
        QVERIFY(refusal().isEmpty());
    }

    void arrowsNudgeWhatIsSelected() {
        const Face before = face(1);
        edit(false);
        landmarks().selectAll();
        for (int i = 0; i < 3; ++i) QTest::keyClick(&landmarks(), Qt::Key_Right);
        QTest::keyClick(&landmarks(), Qt::Key_Up, Qt::ShiftModifier);
        m_page->editor().finish();
        const Face after = face(1);
        QVERIFY(std::abs(after.photoFromUnit.x0 - before.photoFromUnit.x0 - 3) < 1e-6);
        QVERIFY(std::abs(after.photoFromUnit.y0 - before.photoFromUnit.y0 + 10) < 1e-6);
        QCOMPARE(faceEdits(database()).size(), std::size_t{1});  // one edit, not four
    }

    void aClickOnALineTakesItsFeature() {
        edit(false);
        const auto& points = landmarks().landmarks();
        const QPointF between((points[2].x + points[3].x) / 2, (points[2].y + points[3].y) / 2);
        QTest::mouseClick(&landmarks(), Qt::LeftButton, {}, landmarks().toWidget(between).toPoint());
        QCOMPARE(landmarks().selected().size(), std::size_t{17});  // the jaw
    }

    void strokesAndPolygonsBecomeLayersAndAMask() {
        edit(true);
        QTest::mousePress(&mask(), Qt::LeftButton, {}, mask().toWidget({40, 40}).toPoint());
        QTest::mouseMove(&mask(), mask().toWidget({80, 40}).toPoint());
        QTest::mouseRelease(&mask(), Qt::LeftButton, {}, mask().toWidget({80, 40}).toPoint());
        QTRY_COMPARE(layersOf(database(), face(1)).size(), std::size_t{1});
        Image stored = decodeMask(faceMaskPng(database(), 1));
        QCOMPARE(stored.row(40)[60], std::uint8_t{255});
        QCOMPARE(stored.row(100)[60], std::uint8_t{0});

        mask().setTool(MaskView::Tool::Polygon);
        for (const QPointF corner : {QPointF(50, 90), QPointF(90, 90), QPointF(90, 115), QPointF(50, 115)})
            QTest::mouseClick(&mask(), Qt::LeftButton, {}, mask().toWidget(corner).toPoint());
        QTest::keyClick(&mask(), Qt::Key_Return);
        m_page->editor().finish();
        const auto layers = layersOf(database(), face(1));
        QCOMPARE(layers.size(), std::size_t{2});
        QVERIFY(layers[0].source == MaskSource::Painted && layers[1].source == MaskSource::Polygon);
        stored = decodeMask(faceMaskPng(database(), 1));
        QCOMPARE(stored.row(100)[70], std::uint8_t{255});
        QCOMPARE(stored.row(40)[60], std::uint8_t{255});
        m_page->undoStack()->undo();
        QCOMPARE(m_page->findChild<MaskEditor*>()->layers().size(), std::size_t{1});
    }

    void theAutomaticMaskLiesAtTheBottomAndTheEraserTakesAway() {
        edit(true);
        auto* editor = m_page->findChild<MaskEditor*>();
        editor->makeAutomatic();
        QTRY_COMPARE_WITH_TIMEOUT(editor->layers().size(), std::size_t{1}, 30'000);
        QTest::keyClick(&mask(), Qt::Key_BracketRight);
        QTest::mouseClick(&mask(), Qt::LeftButton, Qt::AltModifier, mask().toWidget({64, 70}).toPoint());
        m_page->editor().finish();
        const auto layers = layersOf(database(), face(1));
        QCOMPARE(layers.size(), std::size_t{2});
        QVERIFY(layers[0].source == MaskSource::Automatic && layers[1].mode == MaskMode::Remove);
        const Image stored = decodeMask(faceMaskPng(database(), 1));
        QCOMPARE(stored.row(70)[64], std::uint8_t{0});
        QVERIFY(stored.row(40)[64] > 200);
    }

    void aMaskThatLeavesNothingIsRefused() {
        edit(true);
        auto* editor = m_page->findChild<MaskEditor*>();
        mask().setBrushSize(400);
        // Of a whole face the eraser takes all.
        for (const QPointF place : {QPointF(30, 30), QPointF(98, 98), QPointF(30, 98), QPointF(98, 30)})
            QTest::mouseClick(&mask(), Qt::LeftButton, Qt::AltModifier, mask().toWidget(place).toPoint());
        m_page->editor().finish();
        QVERIFY(face(1).maskSha256.empty());
        QVERIFY(editor->layers().empty());  // shown as it is stored
    }

    void keysGoThroughTheFaces() {
        edit(false);
        FaceEditor& editor = m_page->editor();
        QCOMPARE(editor.face(), std::int64_t{1});
        QTest::keyClick(&landmarks(), Qt::Key_N);
        QCOMPARE(editor.face(), std::int64_t{2});
        QTest::keyClick(&landmarks(), Qt::Key_X);  // excluded, and on to the next
        QVERIFY(face(2).excluded);
        QCOMPARE(editor.face(), std::int64_t{3});
        QTest::keyClick(&landmarks(), Qt::Key_PageUp);
        QCOMPARE(editor.face(), std::int64_t{2});
        QTest::keyClick(&landmarks(), Qt::Key_M);
        QVERIFY(mask().isVisible());
        QTest::keyClick(&mask(), Qt::Key_Escape);
        QVERIFY(!editor.isVisible());
        QVERIFY(grid().isVisible());
    }

    void aMissingPhotographIsSaidAndItsMaskCanBePaintedStill() {
        std::filesystem::remove(pathFromUtf8(face(1).sourcePath));
        m_page->editCurrent(false);
        QTest::qWait(400);
        QVERIFY(!landmarks().hasPicture());
        m_page->editor().setMode(FaceEditor::Mode::Mask);
        QVERIFY(mask().hasPicture());
        QTest::mouseClick(&mask(), Qt::LeftButton, {}, mask().toWidget({64, 64}).toPoint());
        m_page->editor().finish();
        QVERIFY(!face(1).maskSha256.empty());
    }
};

QTEST_MAIN(TestFaceEditor)
#include "tst_face_editor.moc"
