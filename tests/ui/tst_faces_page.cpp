#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "ui/bridge/translate.h"
#include "ui/models/face_list_model.h"
#include "ui/pages/faces_page.h"
#include "ui/pages/import_report_dialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/face_grid.h"

using namespace visagist;

namespace {

/// A picture whose colour tells which one it is.
void writePicture(const QString& file, int shade) {
    QImage picture(96, 96, QImage::Format_RGB888);
    picture.fill(qRgb(shade, 255 - shade, 90));
    if (!picture.save(file)) qFatal("%s cannot be written", qPrintable(file));
}

Face faceOf(std::int64_t id, std::int64_t person, const std::string& file, bool excluded = false) {
    Face face;
    face.id = id;
    face.person = person;
    face.sourcePath = file;
    face.excluded = excluded;
    return face;
}

std::vector<Person> twoPeople() {
    return {{.id = 1, .name = "Ada", .colour = 0, .consent = Consent::Unknown, .faces = 2},
            {.id = 2, .name = "Ben", .colour = 1, .consent = Consent::Unknown, .faces = 1}};
}

}  // namespace

class TestFacesPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::Dark);
    }

    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* person : {"ada", "ben"}) {
            QDir(m_folder->path()).mkpath(QStringLiteral("pictures/%1").arg(QLatin1StringView(person)));
            for (int i = 0; i < 3; ++i)
                writePicture(m_folder->filePath(
                                 QStringLiteral("pictures/%1/%2.png").arg(QLatin1StringView(person)).arg(i)),
                             40 * i + (person[0] == 'a' ? 0 : 120));
        }
        QFile broken(m_folder->filePath(QStringLiteral("pictures/ada/broken.png")));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("this is no picture");
        broken.close();
        m_session = std::make_unique<ProjectSession>();
        m_page = std::make_unique<FacesPage>(*m_session);
        m_page->resize(1200, 700);
    }

    void cleanup() {
        m_page.reset();
        m_session.reset();
        m_folder.reset();
    }

    void modelKeepsItsPromises() {
        FaceListModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFaces(
            {faceOf(1, 1, "/a/one.png"), faceOf(2, 1, "/a/two.png"), faceOf(3, 2, "/b/three.png", true)},
            twoPeople());
        QCOMPARE(model.rowCount(), 3);
        model.setFilter({.person = 1, .withExcluded = true});
        QCOMPARE(model.rowCount(), 2);
        model.setFilter({.person = {}, .withExcluded = true});
        model.setFound(std::vector<std::int64_t>{3, 99, 1});  // in the order of the search; one is gone
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0).data(FaceListModel::FaceIdRole).toLongLong(), 3);
        QCOMPARE(model.index(1).data(FaceListModel::FaceIdRole).toLongLong(), 1);
        model.setFound(std::nullopt);
        model.setFilter({.person = {}, .withExcluded = false});
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(!model.indexOf(3).isValid());
        model.setFaces({}, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void sameRowsKeepTheirPlace() {
        FaceListModel model;
        model.setFaces({faceOf(1, 1, "/a"), faceOf(2, 1, "/b")}, twoPeople());
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset),
            changed(&model, &QAbstractItemModel::dataChanged);
        model.setFaces({faceOf(1, 1, "/a", true), faceOf(2, 1, "/b")}, twoPeople());
        QCOMPARE(reset.size(), 0);
        QCOMPARE(changed.size(), 1);
        QVERIFY(model.index(0).data(FaceListModel::ExcludedRole).toBool());
    }

    void gridComputesWhereFacesLie() {
        FaceListModel model;
        std::vector<Face> many;
        for (int i = 1; i <= 100000; ++i) many.push_back(faceOf(i, 1, "/x"));
        model.setFaces(std::move(many), twoPeople());
        FaceGrid grid;
        grid.setModel(&model);
        grid.resize(800, 600);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        for (const int row : {0, 6, 7, 99999}) {
            grid.scrollTo(model.index(row));
            QCOMPARE(grid.indexAt(grid.visualRect(model.index(row)).center()), model.index(row));
            QVERIFY(grid.viewport()->rect().contains(grid.visualRect(model.index(row))));
        }
        grid.setCurrentIndex(model.index(0));
        QTest::keyClick(&grid, Qt::Key_Right);
        QCOMPARE(grid.currentIndex().row(), 1);
        QTest::keyClick(&grid, Qt::Key_End);
        QCOMPARE(grid.currentIndex().row(), 99999);
        QTest::keyClick(&grid, Qt::Key_Home, Qt::ShiftModifier);
        QCOMPARE(grid.selectionModel()->selectedIndexes().size(), 100000);
        grid.setThumbnailSide(1000);
        QCOMPARE(grid.thumbnailSide(), FaceGrid::kLargest);
    }

    void dragSelectsTheFacesItTouches() {
        FaceListModel model;
        std::vector<Face> some;
        for (int i = 1; i <= 20; ++i) some.push_back(faceOf(i, 1, "/x"));
        model.setFaces(std::move(some), twoPeople());
        FaceGrid grid;
        grid.setModel(&model);
        grid.resize(480, 400);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.visualRect(model.index(1)).center());
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ShiftModifier,
                          grid.visualRect(model.index(5)).center());
        QList<int> rows;
        for (const QModelIndex& index : grid.selectionModel()->selectedIndexes()) rows += index.row();
        std::ranges::sort(rows);
        QVERIFY(rows.contains(1) && rows.contains(5));
        QVERIFY(rows.size() >= 2 && rows.size() < 20);
    }

    void emptyProjectSaysHowToBegin() {
        openProject();
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        QVERIFY(!grid()->isVisible());
        QVERIFY(action("Import folder…")->isEnabled());
    }

    void importBringsPeopleAndFaces() {
        openProject();
        const ImportReport report = import();
        QCOMPARE(report.faces, 6);
        QCOMPARE(report.refused.size(), 1u);
        QVERIFY(ImportReportDialog::hasDetails(report));
        QCOMPARE(grid()->model()->rowCount(), 6);
        QCOMPARE(peopleView()->model()->rowCount(), 3);  // everybody, ada, ben
        QVERIFY(ImportReportDialog::summary(report).contains(QLatin1Char('6')));
    }

    void thumbnailsComeFromTheProject() {
        openProject();
        import();
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        const QModelIndex first = grid()->model()->index(0, 0);
        QTRY_VERIFY(!first.data(Qt::DecorationRole).value<QPixmap>().isNull());
        const QColor colour = first.data(Qt::DecorationRole).value<QPixmap>().toImage().pixelColor(20, 20);
        QCOMPARE(colour.red(), 0);
        QCOMPARE(colour.green(), 255);
    }

    void choosingAPersonShowsTheirFaces() {
        openProject();
        import();
        peopleView()->setCurrentIndex(peopleView()->model()->index(1, 0));
        QCOMPARE(grid()->model()->rowCount(), 3);
        search(QStringLiteral("2.png"));
        QTRY_COMPARE(grid()->model()->rowCount(), 1);
        search({});
        QTRY_COMPARE(grid()->model()->rowCount(), 3);
    }

    void aQueryFindsFacesAndSortsThem() {
        openProject();
        import();
        search(QStringLiteral("person:ben or 0.png"));
        QTRY_COMPARE(grid()->model()->rowCount(), 4);
        auto* sorting = m_page->findChild<QComboBox*>();
        const int file = sorting->findData(QStringLiteral("file"));
        QVERIFY(file > 0);
        search(QStringLiteral("person:ben"));
        sorting->setCurrentIndex(file);
        Q_EMIT sorting->activated(file);
        const auto name = [this](int row) {
            return grid()->model()->index(row, 0).data(Qt::DisplayRole).toString();
        };
        QTRY_COMPARE(grid()->model()->rowCount(), 3);
        QCOMPARE(name(0), QStringLiteral("0.png"));
        for (auto* button : m_page->findChildren<QToolButton*>()) {
            if (button->accessibleName() == QStringLiteral("From high to low")) button->click();
        }
        QTRY_COMPARE(name(0), QStringLiteral("2.png"));
    }

    void aWrongQuerySaysWhyAndLeavesTheFaces() {
        openProject();
        import();
        m_page->show();
        const auto faults = [this] {
            int shown = 0;
            for (auto* label : m_page->findChildren<QLabel*>())
                shown += label->isVisible() && label->text().contains(QStringLiteral("sharpp"));
            return shown;
        };
        search(QStringLiteral("sharpp>0.4"));
        QTRY_COMPARE(faults(), 1);
        QCOMPARE(grid()->model()->rowCount(), 6);
        search(QStringLiteral("1.png"));
        QTRY_COMPARE(grid()->model()->rowCount(), 2);
        QCOMPARE(faults(), 0);
    }

    void lookingThroughTheFacesMeasuresThemAndFindsCopies() {
        openProject();
        import();
        QFile::copy(m_folder->filePath(QStringLiteral("pictures/ada/1.png")),
                    m_folder->filePath(QStringLiteral("pictures/ada/copy.png")));
        import();
        QSignalSpy ended(m_page.get(), &FacesPage::lookedThrough);
        m_page->startLookingThrough();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60000);
        search(QStringLiteral("sharp:0.."));
        QTRY_COMPARE(grid()->model()->rowCount(), 7);
        search(QStringLiteral("duplicate:extra"));
        QTRY_VERIFY(grid()->model()->rowCount() < 7);
        QVERIFY(grid()->model()->rowCount() > 0);
    }

    void excludingCanBeUndoneAndRedone() {
        openProject();
        import();
        select({0, 1});
        m_page->setSelectionExcluded(true);
        QCOMPARE(excludedFaces(), 2);
        QCOMPARE(m_page->undoStack()->count(), 1);
        m_page->undoStack()->undo();
        QCOMPARE(excludedFaces(), 0);
        m_page->undoStack()->redo();
        QCOMPARE(excludedFaces(), 2);
        // Taking in again touches the excluded ones only.
        select({1, 2});
        m_page->setSelectionExcluded(false);
        QCOMPARE(excludedFaces(), 1);
        m_page->undoStack()->undo();
        QCOMPARE(excludedFaces(), 2);
    }

    void deleteKeyExcludesTheSelection() {
        openProject();
        import();
        m_page->show();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        grid()->setFocus();
        select({2});
        QTest::keyClick(grid(), Qt::Key_Delete);
        QCOMPARE(excludedFaces(), 1);
    }

    void movingFacesToAPersonCanBeUndone() {
        openProject();
        import();
        select({0, 3});
        m_page->moveSelectionTo(QStringLiteral("Cleo"));
        QCOMPARE(facesOf("Cleo"), 2);
        QCOMPARE(facesOf("ada"), 2);
        m_page->undoStack()->undo();
        QCOMPARE(facesOf("Cleo"), 0);
        QCOMPARE(facesOf("ada"), 3);
        QCOMPARE(facesOf("ben"), 3);
    }

    void renamingToATakenNameIsRefusedInWords() {
        openProject();
        import();
        QSignalSpy told(m_page.get(), &Page::told);
        peopleView()->model()->setData(peopleView()->model()->index(1, 0), QStringLiteral("ben"),
                                       Qt::EditRole);
        QCOMPARE(told.size(), 1);
        QCOMPARE(facesOf("ada"), 3);
        peopleView()->model()->setData(peopleView()->model()->index(1, 0), QStringLiteral("Ada"),
                                       Qt::EditRole);
        QCOMPARE(facesOf("Ada"), 3);
    }

    void whatWasDoneCanBeUndoneAfterTheProjectWasOpenedAgain() {
        openProject();
        import();
        for (const int row : {0, 1, 2}) {
            select({row});
            m_page->setSelectionExcluded(true);
        }
        m_page->undoStack()->undo();
        const auto path = m_session->path();
        m_session->create(toPath(m_folder->filePath(QStringLiteral("other.visagist"))));
        m_session->open(path);
        QUndoStack* stack = m_page->undoStack();
        QCOMPARE(stack->count(), 3);
        QCOMPARE(stack->index(), 2);
        QCOMPARE(stack->undoText(), QStringLiteral("exclude a face"));
        QCOMPARE(excludedFaces(), 2);  // reading the history changes nothing
        stack->redo();
        QCOMPARE(excludedFaces(), 3);
        stack->setIndex(0);
        QCOMPARE(excludedFaces(), 0);
    }

    void anotherProjectForgetsWhatCouldBeUndone() {
        openProject();
        import();
        select({0});
        m_page->setSelectionExcluded(true);
        m_session->create(toPath(m_folder->filePath(QStringLiteral("other.visagist"))));
        QCOMPARE(m_page->undoStack()->count(), 0);
        QCOMPARE(grid()->model()->rowCount(), 0);
    }

    void aFailedImportSaysWhy() {
        openProject();
        QSignalSpy told(m_page.get(), &Page::told);
        ImportRequest request;
        request.paths = {toPath(m_folder->filePath(QStringLiteral("nowhere")))};
        request.person = "ada";
        m_page->startImport(request);
        QVERIFY(told.size() == 1 || told.wait(10000));
        QVERIFY(!told[0][0].toString().isEmpty());
        QVERIFY(!m_page->isImporting());
    }

private:
    void openProject() { m_session->create(toPath(m_folder->filePath(QStringLiteral("test.visagist")))); }

    ImportReport import() {
        ImportRequest request;
        request.paths = {toPath(m_folder->filePath(QStringLiteral("pictures")))};
        request.mode = ImportMode::AlignedCrops;
        QSignalSpy finished(m_page.get(), &FacesPage::importFinished);
        m_page->startImport(request);
        if (!finished.wait(30000)) qFatal("the import never ended");
        return finished[0][0].value<ImportReport>();
    }

    FaceGrid* grid() const { return m_page->findChild<FaceGrid*>(); }
    QListView* peopleView() const {
        for (auto* view : m_page->findChildren<QListView*>()) {
            if (view->accessibleName() == QStringLiteral("People")) return view;
        }
        qFatal("no list of people");
    }
    QAction* action(const char* text) const {
        for (QAction* each : m_page->menuActions()) {
            if (each && each->text() == QString::fromUtf8(text)) return each;
        }
        qFatal("no action %s", text);
    }
    void search(const QString& query) {
        for (auto* edit : m_page->findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == QStringLiteral("Search")) edit->setText(query);
        }
    }
    void select(const QList<int>& rows) {
        grid()->clearSelection();
        for (const int row : rows)
            grid()->selectionModel()->select(grid()->model()->index(row, 0), QItemSelectionModel::Select);
    }
    int excludedFaces() const {
        return static_cast<int>(std::ranges::count_if(
            faces(m_session->database(), {.person = {}, .withExcluded = true}), &Face::excluded));
    }
    int facesOf(const char* person) const {
        const auto found = findPerson(m_session->database(), person);
        return found ? static_cast<int>(
                           faces(m_session->database(), {.person = found->id, .withExcluded = true}).size())
                     : 0;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ProjectSession> m_session;
    std::unique_ptr<FacesPage> m_page;
};

QTEST_MAIN(TestFacesPage)
#include "tst_faces_page.moc"
