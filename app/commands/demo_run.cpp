#include "app/commands/demo_run.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/commands/demo_pictures.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"
#include "core/data/demo_faces.h"
#include "core/data/demo_project.h"
#include "core/fuse/fuser.h"
#include "core/image/decode.h"
#include "core/image/draw.h"
#include "core/image/encode.h"
#include "core/image/resize.h"
#include "core/store/metric_table.h"
#include "core/store/project.h"
#include "core/store/run_table.h"

namespace visagist::cli {

namespace {

constexpr int kFusedSize = 512;

std::filesystem::path makeProject(const DemoFlags& flags, std::stop_token stop) {
    ProgressLine progress("Demo people");
    return makeDemoProject({.folder = pathFromUtf8(flags.out),
                            .people = flags.people,
                            .facesEach = flags.faces,
                            .size = std::max(256, pixels(flags.recipe.model.resolution)),
                            .seed = static_cast<std::uint64_t>(flags.seed)},
                           std::move(stop), [&](int done, int total) { progress.count(done, total); });
}

/// Goes on with a run that stands in the project: to its own end where it was cut short, else for as long
/// again as was asked for.
void goOn(TrainRequest& training, const Run& run, const Recipe& now, const DemoFlags& flags,
          const Report& report) {
    training.resumeRun = run.id;
    if (run.end == RunEnd::Completed) {
        training.changes["minutes"] = nlohmann::json(now.train.minutes + flags.minutes).dump();
        if (run.step >= now.train.steps)
            training.changes["steps"] = std::to_string(now.train.steps + training.recipe.train.steps);
        report.note("This folder has a finished run " + std::to_string(run.id) + " (step " +
                    std::to_string(run.step) + "): it goes on for " + fixed(flags.minutes, 1) +
                    " more minutes. Its learning rate rises again first.");
    } else {
        report.note("This folder has a run " + std::to_string(run.id) + " that was cut short (step " +
                    std::to_string(run.step) + "): it goes on to its own end, " +
                    fixed(now.train.minutes, 1) + " minutes in total.");
    }
}

TrainRequest trainRequest(const std::filesystem::path& path, const DemoFlags& flags, const Report& report) {
    TrainRequest training;
    training.project = path;
    training.recipe = flags.recipe;
    training.name = "Demo";
    const Project project = Project::open(path, Access::ReadOnly);
    if (const auto all = runs(project.database()); !all.empty())
        goOn(training, all.front(), currentRecipe(project.database(), all.front().id), flags, report);
    return training;
}

/// Held-out content of the first person that looks straightest at the viewer: the clearest picture of a
/// fusion.
DemoContent frontalContent(std::int64_t seed) {
    DemoContent best;
    double least = INFINITY;
    for (std::uint64_t index = 0; index < 24; ++index) {
        const DemoContent content =
            randomDemoContent(demoContentSeed(static_cast<std::uint64_t>(seed), 0, kHeldOutContent + index));
        const double turn = std::abs(content.yaw) + std::abs(content.pitch) + 10 * content.eyesClosed;
        if (turn < least) {
            least = turn;
            best = content;
        }
    }
    return best;
}

/// Where the pictures go.
std::filesystem::path folderOf(const DemoResult& result) { return result.project.parent_path(); }

/// fused.png, and comparison.png: both people and what the network and the truth make of half of each.
void writeFusion(DemoResult& result, const DemoFlags& flags) {
    const auto fuser = Fuser::open(result.project);
    const int size = fuser->resolution();
    const DemoContent content = frontalContent(flags.seed);
    const std::array people{demoPerson(0), demoPerson(1)};
    const std::array halves{0.5, 0.5};
    const auto truth = [&](const DemoIdentity& person) {
        return resized(renderDemoFace(person, content, std::max(256, size)).image, size, size);
    };
    std::vector<double> weights(fuser->people().size());
    weights[0] = weights[1] = 0.5;
    const Image driver = truth(people[0]);
    fuser->setDriver(driver);
    const Image fused = fuser->fuse(FusionWeights::uniform(weights)).face;

    result.fusedImage = folderOf(result) / "fused.png";
    writePng(result.fusedImage, resized(fused, std::max(size, kFusedSize), std::max(size, kFusedSize)));
    const std::array row{driver, truth(people[1]), fused, truth(mixDemoPeople(people, halves))};
    result.comparison = folderOf(result) / "comparison.png";
    writePng(result.comparison, titledGrid(tiled(row, 4, 0), {fuser->people()[0], fuser->people()[1],
                                                              "network, 50/50", "truth, 50/50"}));
}

void writeSampleGrid(DemoResult& result, Database& database) {
    Image grid = result.training->samples.image;
    if (grid.empty()) {
        const auto stored = samples(database, result.training->run);
        if (stored.empty()) return;
        const std::int64_t newest = std::ranges::max(stored, {}, &SampleInfo::step).step;
        grid = decodeImage(samplePng(database, result.training->run, newest));
    }
    result.sampleGrid = folderOf(result) / "sample-grid.png";
    writePng(result.sampleGrid, titledGrid(grid, SampleGrid::columnTitles()));
}

void writeLossPlot(DemoResult& result, Database& database) {
    std::vector<Curve> curves;
    const std::vector<std::string> known = metricNames(database, result.training->run);
    for (const char* name : {"generator", "discriminator", "reconstruction", "validation"}) {
        if (std::ranges::find(known, name) != known.end())
            curves.push_back({name, metric(database, result.training->run, name)});
    }
    result.lossPlot = folderOf(result) / "loss-plot.png";
    writePng(result.lossPlot, lossPlot(curves, "Losses of run " + std::to_string(result.training->run)));
}

}  // namespace

DemoResult runDemo(const DemoFlags& flags, const Report& report, std::stop_token stop) {
    DemoResult result;
    result.project = makeProject(flags, stop);
    report.say("The demo project is " + utf8FromPath(result.project) + ".");
    if (flags.minutes <= 0) return result;

    result.training = runTraining(trainRequest(result.project, flags, report), report, stop);
    if (result.training->outcome.end != RunState::Completed) return result;
    const Project project = Project::open(result.project, Access::ReadOnly);
    writeFusion(result, flags);
    writeSampleGrid(result, project.database());
    writeLossPlot(result, project.database());
    ProgressLine progress("Measuring");
    result.quality =
        measureQuality({.project = result.project, .checkpoint = {}}, stop,
                       [&](std::int64_t done, std::int64_t total) { progress.count(done, total); });
    return result;
}

}  // namespace visagist::cli
