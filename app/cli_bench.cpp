#include "app/bench_detect.h"
#include "app/cli_commands.h"
#include "app/quality.h"
#include "core/base/path.h"

namespace visagist::cli {

namespace {

struct QualityFlags {
    std::string project, out;
    QualityRequest request;
};

struct DetectFlags {
    std::string data = "../shared/data", picture = "detections.png";
};

ExitCode quality(const QualityFlags& flags, const Report& report, std::stop_token stop) {
    if (flags.project.empty() == flags.out.empty())
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("Name a demo project, or with --out the folder of a demo."));
    QualityRequest request = flags.request;
    request.project =
        flags.out.empty() ? pathFromUtf8(flags.project) : pathFromUtf8(flags.out) / "demo.visagist";
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

ExitCode detect(const DetectFlags& flags, const Report& report) {
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

}  // namespace

void addBenchCommands(CLI::App& app, Command& command) {
    CLI::App* bench = app.add_subcommand("bench", "Measure: quality of fusions, detection of faces");
    bench->require_subcommand(1);

    auto flags = std::make_shared<QualityFlags>();
    CLI::App* sub = addCommand(*bench, command, "quality", "A demo project's network against the true faces",
                               [flags](const Report& report, std::stop_token stop) {
                                   return quality(*flags, report, std::move(stop));
                               });
    sub->add_option("PROJECT", flags->project, "A demo project's file");
    sub->add_option("--out", flags->out, "Or the folder given to visagist-cli demo");
    sub->add_option("--checkpoint", flags->request.checkpoint,
                    "Number of the checkpoint (default: newest whole)");
    sub->add_option("--contents", flags->request.contents, "Held-out pictures of each person that drive")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();

    auto found = std::make_shared<DetectFlags>();
    sub = addCommand(
        *bench, command, "detect", "Face detection on public test pictures with known faces",
        [found](const Report& report, std::stop_token) { return detect(*found, report); }, OnStop::EndAtOnce);
    sub->add_option("--data", found->data, "Folder with landmarks/, photos/ and orl/")
        ->envname("VISAGIST_TEST_DATA")
        ->capture_default_str();
    sub->add_option("--picture", found->picture, "PNG file to draw what was found into")
        ->capture_default_str();
}

}  // namespace visagist::cli
