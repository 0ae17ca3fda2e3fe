#include "app/commands/commands.h"
#include "app/commands/existing_checkpoint.h"
#include "core/base/path.h"
#include "core/store/checkpoint_store.h"
#include "core/store/project.h"
#include "core/store/safetensors.h"

namespace visagist::cli {

namespace {

CheckpointInfo checkpointToExport(CheckpointStore& store, const ExportFlags& flags, const Report& report) {
    if (flags.checkpoint) return existingCheckpoint(store, *flags.checkpoint, flags.project);
    std::vector<CheckpointInfo> damaged;
    const auto info = store.latestWhole({}, &damaged);
    for (const CheckpointInfo& each : damaged)
        report.warn("checkpoint " + std::to_string(each.id) + " is damaged and was passed over");
    if (info) return *info;
    throw Error(ErrorCode::NotFound, VISAGIST_TEXT("%1 has no whole checkpoint to export."), {flags.project});
}

}  // namespace

ExitCode perform(const ExportFlags& flags, const Report& report, std::stop_token) {
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

}  // namespace visagist::cli
