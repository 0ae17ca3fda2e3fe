#include "app/commands/bench_detect.h"
#include "app/commands/commands.h"
#include "app/commands/quality.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"

namespace visagist::cli {

ExitCode perform(const QualityFlags& flags, const Report& report, std::stop_token stop) {
    const QualityRequest request{.project = flags.out.empty() ? pathFromUtf8(flags.project)
                                                              : pathFromUtf8(flags.out) / "demo.visagist",
                                 .checkpoint = flags.checkpoint,
                                 .contents = flags.contents};
    ProgressLine progress("Measuring");
    const Quality measured =
        measureQuality(request, std::move(stop),
                       [&](std::int64_t done, std::int64_t total) { progress.count(done, total); });
    progress.clear();
    sayQuality(measured, report);
    nlohmann::json json = qualityJson(measured);
    json.update({{"checkpoint", measured.checkpoint},
                 {"step", measured.step},
                 {"resolution", measured.resolution},
                 {"pictures", measured.pictures}});
    report.result(json);
    return kDone;
}

ExitCode perform(const DetectFlags& flags, const Report& report, std::stop_token) {
    const nlohmann::json result = benchDetect(pathFromUtf8(flags.data), pathFromUtf8(flags.picture));
    for (const nlohmann::json& row : result["detectors"]) {
        const auto number = [&](const char* key, int digits) {
            return row[key].is_number() ? fixed(row[key].get<double>(), digits) : std::string("-");
        };
        report.say(row["name"].get<std::string>() + ": recall " + number("recall", 3) + " of " +
                   row["faces"].dump() + " faces at IoU 0.4, " + row["falseFaces"].dump() +
                   " false; eye error over inter-ocular distance " + number("eyeErrorOverInterocular", 4) +
                   "; " + number("facesPerSecond", 1) + " faces a second; recall on the enlarged portraits " +
                   number("orlRecall", 3));
    }
    report.say("Drawn: " + flags.picture);
    report.result(result);
    return kDone;
}

}  // namespace visagist::cli
