#include "app/commands/commands.h"
#include "app/commands/demo_run.h"
#include "core/base/path.h"

namespace visagist::cli {

namespace {

nlohmann::json pathOrNull(const std::filesystem::path& path) {
    return path.empty() ? nlohmann::json(nullptr) : nlohmann::json(utf8FromPath(path));
}

nlohmann::json demoJson(const DemoResult& result) {
    nlohmann::json json{{"project", utf8FromPath(result.project)},
                        {"steps", 0},
                        {"minutes", 0},
                        {"imagesPerSecond", nullptr},
                        {"outcome", "notTrained"},
                        {"fusedImage", pathOrNull(result.fusedImage)},
                        {"comparison", pathOrNull(result.comparison)},
                        {"sampleGrid", pathOrNull(result.sampleGrid)},
                        {"lossPlot", pathOrNull(result.lossPlot)}};
    if (result.training) {
        json["steps"] = result.training->outcome.step;
        json["minutes"] = numberOrNull(result.training->minutes);
        json["imagesPerSecond"] = numberOrNull(result.training->imagesPerSecond, 2);
        json["outcome"] = outcomeName(result.training->outcome.end);
    }
    json.update(qualityJson(result.quality));
    return json;
}

void sayDemo(const DemoResult& result, const Report& report) {
    if (!result.training || !result.quality) return;
    report.say("Trained for " + fixed(result.training->minutes, 1) + " minutes, " +
               std::to_string(result.training->outcome.step) + " steps, " +
               fixed(result.training->imagesPerSecond.value_or(0), 1) + " faces a second.");
    sayQuality(*result.quality, report);
    for (const auto& [what, path] : {std::pair("Fused face", result.fusedImage),
                                     {"Comparison", result.comparison},
                                     {"Sample grid", result.sampleGrid},
                                     {"Losses", result.lossPlot}}) {
        if (!path.empty()) report.say(std::string(what) + ": " + utf8FromPath(path));
    }
}

}  // namespace

ExitCode perform(const DemoFlags& flags, const Report& report, std::stop_token stop) {
    const DemoResult result = runDemo(flags, report, std::move(stop));
    const ExitCode code =
        result.training ? finishTraining(*result.training, report, utf8FromPath(result.project)) : kDone;
    sayDemo(result, report);
    report.result(demoJson(result));
    return code;
}

}  // namespace visagist::cli
