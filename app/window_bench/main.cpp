// Measures parts of the window by using them: visagist-cli bench starts it, asks one line of JSON and reads
// one.
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/path.h"
#include "core/base/platform.h"
#include "ui/bridge/face_search.h"
#include "ui/bridge/project_session.h"
#include "ui/bridge/stall_meter.h"
#include "ui/pages/faces_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/face_grid.h"
#include "ui/widgets/metric_plot.h"

namespace visagist {

namespace {

using nlohmann::json;

double mebibytes() { return static_cast<double>(peakResidentBytes()) / (1024.0 * 1024.0); }

/// Lets the window work for a while, as it would between what a person does.
void live(int milliseconds) {
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < milliseconds) QCoreApplication::processEvents(QEventLoop::AllEvents, 2);
}

void scroll(FaceGrid& grid) {
    const QPoint middle(grid.width() / 2, grid.height() / 2);
    for (int i = 0; i < 200; ++i) {  // by the wheel, notch by notch
        QWheelEvent wheel(middle, grid.mapToGlobal(middle), {}, {0, -120}, {}, {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(grid.viewport(), &wheel);
        live(12);
    }
    for (int i = 0; i < 100; ++i) {  // by keys
        QTest::keyClick(&grid, i % 10 == 9 ? Qt::Key_Down : Qt::Key_PageDown);
        live(12);
    }
    QScrollBar& bar = *grid.verticalScrollBar();
    for (int i = 0; i <= 200; ++i) {  // dragged from end to end
        bar.setValue(static_cast<int>(std::int64_t{bar.maximum()} * i / 200));
        live(12);
    }
    for (const Qt::Key key : {Qt::Key_Home, Qt::Key_End, Qt::Key_Home}) {
        QTest::keyClick(&grid, key);
        live(60);
    }
}

/// From the wish to the answer on the window's thread, worst of several.
double slowestQuery(const std::filesystem::path& project) {
    double worst = 0;
    for (const char* query : {"sharp>0.4", "person:\"Person 3\" yaw<-20",
                              "yaw:-10..10 sharp>0.6 or mouth>0.5", "file:picture_7", "not sharp>0.2"}) {
        FaceSearch search;
        QSignalSpy found(&search, &FaceSearch::found);
        QElapsedTimer clock;
        clock.start();
        search.look({.project = project, .query = QLatin1StringView(query), .order = {}});
        found.wait(60'000);
        worst = std::max(worst, static_cast<double>(clock.nsecsElapsed()) / 1e6);
    }
    return worst;
}

json grid(const json& asked) {
    const std::filesystem::path path = pathFromUtf8(asked.at("project").get<std::string>());
    ProjectSession session;
    FacesPage page(session);
    page.resize(1280, 800);
    page.show();
    QElapsedTimer clock;
    clock.start();
    session.open(path);
    live(1);
    const double opened = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    auto& grid = *page.findChild<FaceGrid*>();
    live(500);
    StallMeter meter;
    scroll(grid);
    const double stall = meter.longest(), work = meter.longestWork();
    meter.forget();
    grid.selectAll();
    live(200);
    const double selecting = meter.longest();
    meter.forget();
    page.setSelectionExcluded(true);
    live(500);
    page.undoStack()->undo();
    live(500);
    return {{"faces", grid.model()->rowCount()},
            {"worstStallMs", stall},
            {"worstOwnWorkMs", work},
            {"openMs", opened},
            {"selectAllStallMs", selecting},
            {"excludeAllStallMs", meter.longest()},
            {"queryMs", slowestQuery(path)},
            {"peakMiB", mebibytes()}};
}

MetricSeries longSeries(std::int64_t points, int curve) {
    MetricSeries series;
    for (std::int64_t step = 0; step < points; ++step) {
        const double t = static_cast<double>(step) / static_cast<double>(points);
        series.add(step, std::exp(-3 * t) * (1 + 0.3 * std::sin(static_cast<double>(step) * 0.37 + curve)) +
                             0.01 * curve);
    }
    return series;
}

json plots(const json& asked) {
    const std::int64_t points = asked.at("points");
    MetricPlot plot;
    plot.resize(1000, 500);
    std::vector<MetricPlot::Curve> curves;
    for (int i = 0; i < 6; ++i) curves.push_back({"curve" + std::to_string(i), QString::number(i), i});
    plot.setCurves(curves);
    for (int i = 0; i < 6; ++i)
        plot.setSeries(curves[static_cast<std::size_t>(i)].name, longSeries(points, i));
    plot.show();
    live(300);
    std::vector<double> times;
    std::int64_t step = points;
    for (int redraw = 0; redraw < 200; ++redraw) {
        for (int k = 0; k < 5; ++k, ++step)  // as at 50 reports a second and ten redraws
            for (int i = 0; i < 6; ++i)
                plot.append(curves[static_cast<std::size_t>(i)].name, step, 0.1 + 0.01 * i);
        QElapsedTimer clock;
        clock.start();
        plot.redraw();
        times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        live(1);
    }
    std::ranges::sort(times);
    return {{"points", 6 * points},
            {"medianMs", times[times.size() / 2]},
            {"worstMs", times.back()},
            {"peakMiB", mebibytes()}};
}

}  // namespace

}  // namespace visagist

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    visagist::applyTheme(application, visagist::Scheme::Dark);
    for (std::string line; std::getline(std::cin, line);) {
        try {
            const auto asked = nlohmann::json::parse(line);
            const auto answer = asked.at("part") == "grid" ? visagist::grid(asked) : visagist::plots(asked);
            std::cout << answer.dump() << std::endl;
        } catch (const std::exception& error) {
            std::cerr << error.what() << std::endl;
            return 1;
        }
    }
    return 0;
}
