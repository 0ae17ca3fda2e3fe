#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <condition_variable>

#include "core/store/person_table.h"
#include "core/store/run_table.h"
#include "ui/bridge/language.h"
#include "ui/bridge/translate.h"
#include "ui/main_window.h"
#include "ui/pages/faces_page.h"
#include "ui/pages/start_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/status_line.h"

using namespace visagist;

namespace {

/// Trains until it is stopped, and takes a moment to save.
struct PatientTrainer : Trainer {
    void run(std::stop_token stop, RunControl&, const TrainSink& sink) override {
        sink(RunState::Running);
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        for (std::int64_t step = 1; !stop.stop_requested(); ++step) {
            sink(Progress{.step = step,
                          .steps = 1000,
                          .fraction = 0.001,
                          .elapsedSeconds = 1,
                          .remainingSeconds = 60,
                          .imagesPerSecond = 12,
                          .metrics = {}});
            never.wait_for(lock, stop, std::chrono::milliseconds(20), [] { return false; });
        }
        sink(RunOutcome{.end = RunState::Stopped, .step = 5, .code = {}, .message = {}});
    }
};

QSet<QString> textsOf(const MainWindow& window) {
    QSet<QString> texts;
    for (const QAction* action : window.findChildren<QAction*>()) {
        if (!action->text().isEmpty()) texts.insert(action->text());
    }
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>()) {
        if (!button->text().isEmpty()) texts.insert(button->text());
    }
    return texts;
}

}  // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::Dark);
    }

    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<WindowSettings>(m_folder->filePath(QStringLiteral("settings.ini")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void cleanup() {
        m_window.reset();
        m_settings.reset();
        m_folder.reset();
        applyLanguage(QStringLiteral("en"));
    }

    void startPageShowsWithoutAProject() {
        QVERIFY(m_window->startPage().isVisible());
        QVERIFY(!m_window->facesPage().isVisible());
        QVERIFY(m_window->startPage().demoButton()->isVisible());
    }

    void newProjectOpensFacesAndIsRemembered() {
        QVERIFY(m_window->createProject(project()));
        QVERIFY(m_window->facesPage().isVisible());
        QCOMPARE(m_settings->recentProjects().size(), 1);
        QCOMPARE(m_settings->recentProjects().front().path, fromPath(project()));
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("test")));
        m_window->closeProject();
        QVERIFY(m_window->startPage().isVisible());
    }

    void aProjectThatIsNotThereIsToldInWords() {
        QVERIFY(!m_window->openProject(toPath(m_folder->filePath(QStringLiteral("missing.visagist")))));
        QVERIFY(m_window->notice().isVisible());
        QVERIFY(m_window->notice().text().contains(QStringLiteral("missing.visagist")));
        QVERIFY(m_window->startPage().isVisible());
    }

    void aProjectThatIsNoneLeavesTheOpenOneOpen() {
        QVERIFY(m_window->createProject(project()));
        QFile other(m_folder->filePath(QStringLiteral("other.visagist")));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write(QByteArray(5000, 'x'));
        other.close();
        QVERIFY(!m_window->openProject(toPath(other.fileName())));
        QVERIFY(m_window->session().isOpen());
        QCOMPARE(m_window->session().path(), project());
    }

    void controlAndDigitsGoToTheWorkspaces() {
        QVERIFY(m_window->createProject(project()));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        for (const int i : {4, 3, 2, 1, 0}) {
            QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
            QCOMPARE(static_cast<int>(m_window->workspace()), i);
        }
    }

    void everyMenuEntryHasAText() {
        for (const QMenu* menu : m_window->menuBar()->findChildren<QMenu*>()) {
            for (const QAction* action : menu->actions())
                QVERIFY(action->isSeparator() || !action->text().isEmpty());
        }
        QVERIFY(m_window->menuBar()->actions().size() >= 7);
    }

    void shortcutsAreUnambiguous() {
        QHash<QString, QString> owner;
        for (const QAction* action : m_window->findChildren<QAction*>()) {
            if (action->shortcutContext() != Qt::WindowShortcut) continue;
            for (const QKeySequence& key : action->shortcuts()) {
                QVERIFY2(!owner.contains(key.toString()) || owner[key.toString()] == action->text(),
                         qPrintable(key.toString() + action->text()));
                owner[key.toString()] = action->text();
            }
        }
        QVERIFY(owner.size() > 10);
    }

    void languageSwitchesAtOnce() {
        QVERIFY(m_window->createProject(project()));
        const QSet<QString> english = textsOf(*m_window);
        applyLanguage(QStringLiteral("zh_CN"));
        QCoreApplication::processEvents();
        const QSet<QString> chinese = textsOf(*m_window);
        QVERIFY(chinese.contains(QString::fromUtf8("新建项目…")));
        // What both have in common are names and numbers.
        for (const QString& text : english& chinese) {
            const bool words = text.size() > 8 && text.contains(QLatin1Char(' '));
            QVERIFY2(!words, qPrintable(text));
        }
        applyLanguage(QStringLiteral("en"));
        QCoreApplication::processEvents();
        QCOMPARE(textsOf(*m_window), english);
    }

    void windowComesBackToAVisibleScreen_data() {
        QTest::addColumn<QRect>("wanted");
        QTest::addColumn<QList<QRect>>("screens");
        QTest::addColumn<QRect>("placed");
        const QRect laptop(0, 0, 1366, 768), second(1366, 0, 1920, 1080);
        QTest::newRow("same place") << QRect(100, 50, 1100, 600) << QList<QRect>{laptop}
                                    << QRect(100, 50, 1100, 600);
        QTest::newRow("screen is gone")
            << QRect(5000, 200, 1000, 600) << QList<QRect>{laptop} << QRect(183, 84, 1000, 600);
        QTest::newRow("too large") << QRect(0, 0, 2560, 1440) << QList<QRect>{laptop}
                                   << QRect(0, 0, 1366, 768);
        QTest::newRow("second screen")
            << QRect(1500, 100, 1400, 900) << QList<QRect>{laptop, second} << QRect(1500, 100, 1400, 900);
        QTest::newRow("title above the screen")
            << QRect(100, -300, 1000, 600) << QList<QRect>{laptop} << QRect(183, 84, 1000, 600);
    }

    void windowComesBackToAVisibleScreen() {
        QFETCH(QRect, wanted);
        QFETCH(QList<QRect>, screens);
        QFETCH(QRect, placed);
        QCOMPARE(placedOnScreens(wanted, screens), placed);
    }

    void twentyStartsKeepTheSize() {
        m_window->resize(1111, 701);
        m_window->close();
        QSize first;  // the screen of the test may be smaller than the window was
        for (int i = 0; i < 20; ++i) {
            MainWindow again(*m_settings);
            again.show();
            QVERIFY(QTest::qWaitForWindowExposed(&again));
            if (i == 0) first = again.size();
            QCOMPARE(again.size(), first);
            QCOMPARE(again.height(), 701);
            again.close();
        }
    }

    void closingWhileARunIsOnAsksAndStaysIfWished() {
        startRun();
        bool asked = false;
        m_window->setCloseQuestion([&] {
            asked = true;
            return false;
        });
        m_window->close();
        QVERIFY(asked);
        QVERIFY(m_window->isVisible());
        QVERIFY(isActive(m_window->training().state()));
    }

    void closingWhileARunIsOnStopsItFirst() {
        startRun();
        m_window->setCloseQuestion([] { return true; });
        m_window->close();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 3000);
        QCOMPARE(m_window->training().state(), RunState::Stopped);
    }

    void aSignalClosesWithoutAQuestion() {
        startRun();
        m_window->setCloseQuestion([]() -> bool { qFatal("nobody is there to answer"); });
        m_window->closeAtOnce();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 3000);
        QCOMPARE(m_window->training().state(), RunState::Stopped);
    }

    void anotherProjectIsRefusedWhileARunIsOn() {
        startRun();
        QVERIFY(!m_window->openProject(toPath(m_folder->filePath(QStringLiteral("x.visagist")))));
        QVERIFY(m_window->notice().isVisible());
        m_window->closeAtOnce();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 3000);
    }

    void demoMakesAProjectBesideTheWindow() {
        m_window->startDemo(toPath(m_folder->filePath(QStringLiteral("demo"))), 0, 4);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().isOpen(), 120000);
        QCOMPARE(m_window->workspace(), MainWindow::Train);
        QCOMPARE(people(m_window->session().database()).size(), 3u);
        QVERIFY(runs(m_window->session().database()).empty());
    }

    void cancelledDemoLeavesTheStartPage() {
        m_window->startDemo(toPath(m_folder->filePath(QStringLiteral("demo"))), 0, 200);
        QTest::qWait(300);
        m_window->closeAtOnce();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 3000);
    }

private:
    std::filesystem::path project() const {
        return toPath(m_folder->filePath(QStringLiteral("test.visagist")));
    }
    void startRun() {
        QVERIFY(m_window->createProject(project()));
        m_window->training().start(std::make_unique<PatientTrainer>());
        QTRY_COMPARE(m_window->training().state(), RunState::Running);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WindowSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
