#include "app/cli_commands.h"
#include "app/demo.h"
#include "core/base/path.h"

namespace visagist::cli {

namespace {

struct DemoFlags {
    std::string out;
    DemoRequest request;
};

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

ExitCode demo(const DemoFlags& flags, const Report& report, std::stop_token stop) {
    DemoRequest request = flags.request;
    request.folder = pathFromUtf8(flags.out);
    const DemoResult result = runDemo(request, report, std::move(stop));
    const ExitCode code =
        result.training ? finishTraining(*result.training, report, utf8FromPath(result.project)) : kDone;
    sayDemo(result, report);
    report.result(demoJson(result));
    return code;
}

}  // namespace

void addDemoCommand(CLI::App& app, Command& command) {
    auto flags = std::make_shared<DemoFlags>();
    CLI::App* sub = addCommand(app, command, "demo", "Make people, train on them, show and measure a fusion",
                               [flags](const Report& report, std::stop_token stop) {
                                   return demo(*flags, report, std::move(stop));
                               });
    DemoRequest& request = flags->request;
    sub->add_option("--out", flags->out, "Folder for the project and the pictures; made where it is missing")
        ->required();
    sub->add_option("--minutes", request.minutes, "Training time; 0 makes the project and trains nothing")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
    sub->add_option("--people", request.people, "How many people, 2 … 8")
        ->check(CLI::Range(2, 8))
        ->capture_default_str();
    sub->add_option("--faces", request.faces, "Pictures of each")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    sub->add_option("--seed", request.seed, "The same seed makes the same pictures and the same run")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{100'000'000}))
        ->capture_default_str();
    addPresetFlag(*sub, request.preset);
    addOptionFlags(*sub, request.typed, nullptr,
                   [](const OptionInfo& option) { return option.key != "seed" && option.key != "minutes"; });
    for (const OptionInfo& option : optionTable()) {
        CLI::Option* flag = sub->get_option_no_throw(flagOf(option.key));
        if (flag && option.key != "steps" && option.key != "seed" && option.key != "minutes") flag->group("");
    }
    sub->footer(
        "Every option of the train command is taken too. Run again with the same --out, it goes on with the "
        "run "
        "that stands there.");
}

}  // namespace visagist::cli
