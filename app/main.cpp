// The window's program.
#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>
#include <exception>

#include "core/base/log.h"
#include "core/base/platform.h"
#include "core/model/mtcnn_finder.h"
#include "ui/bridge/language.h"
#include "ui/bridge/quit_signals.h"
#include "ui/bridge/translate.h"
#include "ui/bridge/window_settings.h"
#include "ui/main_window.h"
#include "ui/pages/faces_page.h"
#include "ui/theme/theme.h"

namespace {

/// The log file may lie where nothing can be written: the program runs without it then.
void startLogging() {
    try {
        visagist::startLog(visagist::LogLevel::Warning, visagist::userCacheFolder() / "visagist.log");
    } catch (const std::exception& error) {
        visagist::startLog(visagist::LogLevel::Warning);
        visagist::logWarning(error.what());
    }
}

int run(QApplication& application) {
    using namespace visagist;
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("project"), QStringLiteral("A project to open (*.visagist)."),
                                 QStringLiteral("[project]"));
    parser.process(application);

    startLogging();
    WindowSettings settings;
    applyTheme(application, settings.scheme());
    applyLanguage(settings.language());
    MainWindow window(settings);
    window.facesPage().setDetectors(allDetectors());
    QuitSignals quit;
    QObject::connect(&quit, &QuitSignals::quitWanted, &window, &MainWindow::closeAtOnce);
    window.show();
    if (const QStringList files = parser.positionalArguments(); !files.isEmpty())
        QTimer::singleShot(0, &window, [&window, file = files.front()] { window.openProject(toPath(file)); });
    return application.exec();
}

}  // namespace

int main(int argc, char** argv) {
    QCoreApplication::setApplicationName(QStringLiteral("visagist"));
    QCoreApplication::setApplicationVersion(QStringLiteral(VISAGIST_VERSION));
    QApplication application(argc, argv);
    try {
        return run(application);
    } catch (const std::exception& error) {
        visagist::logError(error.what());
        return 1;
    }
}
