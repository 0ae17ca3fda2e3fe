#include "app/commands/bench_train.h"
#include "app/commands/commands.h"
#include "app/commands/photo_quality.h"
#include "app/commands/quality.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"

namespace visagist::cli {

ExitCode perform(const QualityFlags& flags, const Report& report, std::stop_token stop) {
    const std::filesystem::path project =
        flags.out.empty() ? pathFromUtf8(flags.project) : pathFromUtf8(flags.out) / "demo.visagist";
    ProgressLine progress("Measuring");
    const auto count = [&](std::int64_t done, std::int64_t total) { progress.count(done, total); };
    nlohmann::json json;
    if (isDemoProject(project)) {
        const Quality measured = measureQuality(
            {.project = project, .checkpoint = flags.checkpoint, .contents = flags.contents}, stop, count);
        progress.clear();
        sayQuality(measured, report);
        json = qualityJson(measured);
        json.update({{"checkpoint", measured.checkpoint},
                     {"step", measured.step},
                     {"resolution", measured.resolution},
                     {"pictures", measured.pictures},
                     {"orl", nullptr}});
    } else {
        const PhotoQuality measured =
            measurePhotoQuality({.project = project, .checkpoint = flags.checkpoint}, stop, count);
        progress.clear();
        sayPhotoQuality(measured, report);
        json = qualityJson({});
        json.update({{"checkpoint", measured.checkpoint},
                     {"step", measured.step},
                     {"resolution", measured.resolution},
                     {"pictures", measured.photos + 2 * measured.fusions},
                     {"orl", photoQualityJson(measured)}});
    }
    report.result(json);
    return kDone;
}

ExitCode perform(const TrainBenchFlags& flags, const Report& report, std::stop_token stop) {
    nlohmann::json rows = nlohmann::json::array();
    for (const std::string& preset : flags.presets) {
        const nlohmann::json row = benchTrain(flags, preset, stop);
        const auto number = [&](const char* key) { return row[key].is_number() ? row[key].dump() : "-"; };
        report.say(preset + ", batch " + row["batch"].dump() + ", " + row["device"].get<std::string>() +
                   ", faces a second: ours " + number("oursPerSecond") + ", PyTorch " +
                   number("pytorchEagerPerSecond") + " (ratio " + number("ratioEager") + "), torch.compile " +
                   number("pytorchCompilePerSecond") + "; bf16 over fp32 " + number("bf16OverFp32") +
                   "; waiting for data " + number("dataWaitShare") + "; losses apart by at most " +
                   number("lossMaxRelativeDifference"));
        for (const auto& [what, why] : row["notes"].items())
            report.say("  " + what + ": " + why.get<std::string>());
        rows.push_back(row);
    }
    report.result({{"presets", rows}});
    return kDone;
}

ExitCode perform(const LoaderBenchFlags& flags, const Report& report, std::stop_token stop) {
    const nlohmann::json row = benchLoader(flags, std::move(stop));
    report.say(flags.preset + ", faces a second: loader " + fixed(row["loaderPerSecond"].get<double>(), 1) +
               ", training " + fixed(row["stepPerSecond"].get<double>(), 1) + ": " +
               fixed(row["ratio"].get<double>(), 1) + " times what is needed");
    report.result(row);
    return kDone;
}

}  // namespace visagist::cli
