#include "app/commands/commands.h"
#include "app/commands/existing_checkpoint.h"
#include "core/base/path.h"
#include "core/store/checkpoint_store.h"
#include "core/store/project.h"
#include "core/store/run_table.h"

namespace visagist::cli {

namespace {

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.insert(0, width - text.size(), ' ');
    return text;
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

}  // namespace

ExitCode perform(const CheckpointFlags& flags, const Report& report, std::stop_token stop) {
    return flags.remove ? removeCheckpoint(flags, report) : listCheckpoints(flags, report, stop);
}

}  // namespace visagist::cli
