#include <array>
#include <ctime>

#include "app/cli_commands.h"
#include "core/base/path.h"
#include "core/store/checkpoint_store.h"
#include "core/store/project.h"
#include "core/store/run_table.h"
#include "core/store/safetensors.h"

namespace visagist::cli {

namespace {

struct CheckpointFlags {
    std::string project;
    bool verify = false;
    std::optional<std::int64_t> remove;
};

struct ExportFlags {
    std::string project, out, part = "ema";
    std::optional<std::int64_t> checkpoint;
};

/// ISO 8601, UTC, to the second.
std::string timeInWords(std::int64_t milliseconds) {
    const auto seconds = static_cast<std::time_t>(milliseconds / 1000);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.insert(0, width - text.size(), ' ');
    return text;
}

CheckpointInfo existingCheckpoint(CheckpointStore& store, std::int64_t id, const std::string& project) {
    if (auto info = store.find(id)) return *info;
    throw Error(
        ErrorCode::NotFound,
        VISAGIST_TEXT("%1 has no checkpoint %2; visagist-cli checkpoints lists those that there are."),
        {project, std::to_string(id)});
}

void sayCheckpoint(const Report& report, const CheckpointInfo& info, const std::string& state) {
    report.say(padded(std::to_string(info.id), 6) + padded(std::to_string(info.run), 6) +
               padded(std::to_string(info.step), 10) + padded(bytesInWords(info.bytes), 10) + "  " +
               timeInWords(info.time) + "  " + info.weightsSha256.substr(0, 12) +
               (info.starred ? "  *" : "") + state);
}

ExitCode listCheckpoints(const CheckpointFlags& flags, const Report& report, const std::stop_token& stop) {
    const Project project = Project::open(pathFromUtf8(flags.project), Access::ReadOnly);
    nlohmann::json list = nlohmann::json::array();
    ExitCode code = kDone;
    // A project that was never trained has no checkpoints file, but a run without one has lost it.
    if (!std::filesystem::exists(project.checkpointsPath()) && runs(project.database()).empty()) {
        report.say("No checkpoints yet.");
        report.result(list);
        return kDone;
    }
    CheckpointStore store(project.checkpointsPath(), Access::ReadOnly);
    report.say("    id   run      step      size  time                  weights");
    for (const CheckpointInfo& info : store.list()) {
        nlohmann::json row{{"id", info.id},
                           {"run", info.run},
                           {"step", info.step},
                           {"weightsSha256", info.weightsSha256},
                           {"stateSha256", info.stateSha256},
                           {"bytes", info.bytes},
                           {"time", info.time}};
        std::string state;
        if (flags.verify && !stop.stop_requested()) {
            const bool whole = store.verify(info.id);
            row["whole"] = whole;
            state = whole ? "  whole" : "  DAMAGED";
            if (!whole) {
                report.note("Checkpoint " + std::to_string(info.id) + " is damaged and will be passed over.");
                code = kFailed;
            }
        }
        sayCheckpoint(report, info, state);
        list.push_back(std::move(row));
    }
    report.result(list);
    return stop.stop_requested() ? kStopped : code;
}

ExitCode removeCheckpoint(const CheckpointFlags& flags, const Report& report) {
    const Project project = Project::open(pathFromUtf8(flags.project));
    CheckpointStore store(project.checkpointsPath(), Access::ReadWrite);
    const CheckpointInfo info = existingCheckpoint(store, *flags.remove, flags.project);
    store.remove(info.id);
    report.say("Removed checkpoint " + std::to_string(info.id) + " (run " + std::to_string(info.run) +
               ", step " + std::to_string(info.step) + ").");
    report.result({{"removed", info.id}});
    return kDone;
}

CheckpointInfo checkpointToExport(CheckpointStore& store, const ExportFlags& flags, const Report& report) {
    if (flags.checkpoint) return existingCheckpoint(store, *flags.checkpoint, flags.project);
    std::vector<CheckpointInfo> damaged;
    const auto info = store.latestWhole({}, &damaged);
    for (const CheckpointInfo& each : damaged)
        report.warn("checkpoint " + std::to_string(each.id) + " is damaged and was passed over");
    if (info) return *info;
    throw Error(ErrorCode::NotFound, VISAGIST_TEXT("%1 has no whole checkpoint to export."), {flags.project});
}

ExitCode exportWeights(const ExportFlags& flags, const Report& report) {
    const Project project = Project::open(pathFromUtf8(flags.project), Access::ReadOnly);
    CheckpointStore store(project.checkpointsPath(), Access::ReadOnly);
    const CheckpointInfo info = checkpointToExport(store, flags, report);
    const Checkpoint checkpoint = store.load(info.id, flags.part + "/");
    if (checkpoint.tensors.empty())
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("Checkpoint %1 has no part called %2."),
                    {std::to_string(info.id), flags.part});
    const std::filesystem::path out = pathFromUtf8(flags.out);
    writeSafetensors(out, checkpoint.tensors,
                     {{"format", "visagist"},
                      {"version", VISAGIST_VERSION},
                      {"part", flags.part},
                      {"project", project.name()},
                      {"checkpoint", std::to_string(info.id)},
                      {"run", std::to_string(info.run)},
                      {"step", std::to_string(info.step)},
                      {"weightsSha256", info.weightsSha256},
                      {"state", checkpoint.state}});
    const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(out));
    report.say("Wrote " + flags.out + ": " + std::to_string(checkpoint.tensors.size()) + " tensors, " +
               bytesInWords(bytes) + ", step " + std::to_string(info.step) + ".");
    report.result({{"file", flags.out},
                   {"tensors", checkpoint.tensors.size()},
                   {"bytes", bytes},
                   {"checkpoint", info.id},
                   {"step", info.step},
                   {"part", flags.part}});
    return kDone;
}

}  // namespace

void addCheckpointCommands(CLI::App& app, Command& command) {
    auto flags = std::make_shared<CheckpointFlags>();
    CLI::App* list = addCommand(app, command, "checkpoints", "List, verify or delete checkpoints",
                                [flags](const Report& report, std::stop_token stop) {
                                    return flags->remove ? removeCheckpoint(*flags, report)
                                                         : listCheckpoints(*flags, report, stop);
                                });
    list->add_option("PROJECT", flags->project, "The project file")->required();
    CLI::Option* verify = list->add_flag("--verify", flags->verify, "Read each and check its hashes");
    list->add_option("--delete", flags->remove, "Delete the checkpoint of this number")->excludes(verify);

    auto weights = std::make_shared<ExportFlags>();
    CLI::App* sub = addCommand(
        app, command, "export", "Write a checkpoint's weights as safetensors",
        [weights](const Report& report, std::stop_token) { return exportWeights(*weights, report); },
        OnStop::EndAtOnce);
    sub->add_option("PROJECT", weights->project, "The project file")->required();
    sub->add_option("--out", weights->out, "File to write (.safetensors)")->required();
    sub->add_option("--checkpoint", weights->checkpoint, "Number of the checkpoint (default: newest whole)");
    sub->add_option("--part", weights->part, "ema: the averaged generator, which makes the pictures")
        ->check(CLI::IsMember({"ema", "generator", "discriminator"}))
        ->capture_default_str();
}

}  // namespace visagist::cli
