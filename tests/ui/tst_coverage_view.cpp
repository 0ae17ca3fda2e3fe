#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/path.h"
#include "core/curate/score_job.h"
#include "core/data/demo_project.h"
#include "ui/bridge/translate.h"
#include "ui/pages/coverage_view.h"
#include "ui/pages/faces_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/face_grid.h"
#include "ui/widgets/pose_map.h"
#include "ui/widgets/share_bar.h"

using namespace visagist;

namespace {

PersonCoverage adasCoverage() {
    PersonCoverage ada;
    ada.person = 1;
    ada.name = "Ada";
    ada.faces = ada.measured = ada.posed = 112;
    ada.poses[4][6] = 100;  // straight ahead, a little to the right and up
    ada.poses[0][0] = 12;   // far to the left, far down
    ada.aspects = {
        {"mouth", "Mouth", 112, {{"closed", 112, "person:Ada mouth<0.08"}, {"open", 0, "mouth>=0.2"}}}};
    ada.holes = {{{"No face of %1 looks up.", {"Ada"}}, "person:\"Ada\"", "-pitch"}};
    return ada;
}

}  // namespace

class TestCoverageView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::Dark);
    }

    void aCellSaysWhatItHoldsAndLeadsToIt() {
        PoseMap map;
        map.setCoverage(adasCoverage());
        map.resize(map.sizeHint());
        map.show();
        QCOMPARE(map.cellText(4, 6), QStringLiteral("100 faces: 0 to 15° to the right, 0 to 15° up"));
        QCOMPARE(map.cellText(0, 0), QStringLiteral("12 faces: beyond 75° to the left, beyond 45° down"));
        QSignalSpy chosen(&map, &PoseMap::chosen);
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.cell(4, 6).center().toPoint());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("person:\"Ada\" yaw>=0 yaw<15 pitch>=0 pitch<15"));
        QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(2, 2));  // the words beside the map
        QCOMPARE(chosen.count(), 1);
        QVERIFY(map.cell(7, 0).top() < map.cell(0, 0).top());  // up is up
    }

    void cellsAreChosenByKeysToo() {
        PoseMap map;
        map.setCoverage(adasCoverage());
        map.show();
        QSignalSpy chosen(&map, &PoseMap::chosen);
        for (int i = 0; i < 20; ++i) {
            QTest::keyClick(&map, Qt::Key_Left);
            QTest::keyClick(&map, Qt::Key_Down);
        }
        QTest::keyClick(&map, Qt::Key_Return);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("person:\"Ada\" yaw<-75 pitch<-45"));
        QCOMPARE(map.accessibleDescription(), map.cellText(0, 0));
    }

    void aPartOfNothingCanBeChosenToo() {
        ShareBar bar;
        bar.setParts(QStringLiteral("Mouth"), {{QStringLiteral("closed"), 112, QStringLiteral("a")},
                                               {QStringLiteral("open"), 0, QStringLiteral("b")}});
        bar.resize(240, bar.sizeHint().height());
        bar.show();
        QSignalSpy chosen(&bar, &ShareBar::chosen);
        QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.part(1).center().toPoint());
        QTest::keyClick(&bar, Qt::Key_Left);
        QTest::keyClick(&bar, Qt::Key_Return);
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("b"));
        QCOMPARE(chosen[1][0].toString(), QStringLiteral("a"));
        QCOMPARE(bar.partText(0), QStringLiteral("closed: 112"));
    }

    void aHoleLeadsToTheNearestFaces() {
        CoverageView view;
        view.show({adasCoverage()});
        view.resize(900, 600);
        view.QWidget::show();
        QSignalSpy chosen(&view, &CoverageView::chosen);
        QPushButton* hole = nullptr;
        for (QPushButton* button : view.findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("No face of Ada looks up.")) hole = button;
        QVERIFY(hole);
        hole->click();
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("person:\"Ada\""));
        QCOMPARE(chosen[0][1].toString(), QStringLiteral("-pitch"));
    }

    void thePageShowsTheMapAndFiltersTheWallByIt() {
        QTemporaryDir folder;
        const auto path = pathFromUtf8(folder.filePath(QStringLiteral("demo.visagist")).toStdString());
        makeDemoProject({.folder = path.parent_path(), .people = 2, .facesEach = 12, .size = 64, .seed = 3});
        ProjectSession session;
        session.open(path);
        FacesPage page(session);
        page.resize(1200, 700);
        page.show();
        auto* view = page.findChild<CoverageView*>();
        QSignalSpy loaded(view, &CoverageView::loaded);
        page.setCoverageShown(true);
        QTRY_COMPARE(loaded.count(), 1);
        QVERIFY(view->isVisible());
        QCOMPARE(view->people().size(), std::size_t{2});
        QCOMPARE(view->people()[0].measured, std::int64_t{0});
        QVERIFY(view->findChildren<PoseMap*>().isEmpty());  // nothing is known yet, which is said instead

        QSignalSpy done(&page, &FacesPage::lookedThrough);
        page.startLookingThrough();
        QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, 120'000);
        QTRY_COMPARE(view->findChildren<PoseMap*>().size(), 2);  // the map follows what was measured
        QCOMPARE(view->people()[0].posed, std::int64_t{12});

        const PersonCoverage& person = view->people()[0];
        const CoverageShare* share = nullptr;
        for (const CoverageAspect& aspect : person.aspects)
            for (const CoverageShare& one : aspect.shares)
                if (one.faces > 0 && one.faces < person.faces) share = &one;
        QVERIFY(share);
        Q_EMIT view->chosen(QString::fromStdString(share->query), {});
        QVERIFY(!view->isVisible());
        auto* grid = page.findChild<FaceGrid*>();
        QTRY_COMPARE(grid->model()->rowCount(), static_cast<int>(share->faces));
        page.setCoverageShown(true);
        QVERIFY(view->isVisible());
    }
};

QTEST_MAIN(TestCoverageView)
#include "tst_coverage_view.moc"
