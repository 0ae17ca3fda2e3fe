#include <array>

#include "app/commands/commands.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"
#include "core/curate/dataset_exchange.h"
#include "core/curate/dataset_version.h"
#include "core/store/face_edit_table.h"
#include "core/store/project.h"

namespace visagist::cli {

namespace {

using nlohmann::json;

std::string titleOf(const DatasetSummary& version) {
    if (version.name.empty()) return version.runs > 0 ? "(of a run)" : "(no name)";
    return version.name + (version.note.empty() ? "" : ": " + version.note);
}

ExitCode list(const DatasetFlags& flags, const Report& report) {
    const Project project = Project::open(pathFromUtf8(flags.project), Access::ReadOnly);
    json rows = json::array();
    for (const DatasetSummary& version : datasets(project.database())) {
        report.say("Version " + std::to_string(version.id) + ", " + timeInWords(version.createdAt) + ", " +
                   titleOf(version) + ": " + std::to_string(version.train) + " to train on, " +
                   std::to_string(version.validation) + " for validation, " + std::to_string(version.test) +
                   " for the test; " + std::to_string(version.runs) + " runs");
        rows.push_back({{"id", version.id},
                        {"name", version.name},
                        {"note", version.note},
                        {"time", version.createdAt},
                        {"train", version.train},
                        {"validation", version.validation},
                        {"test", version.test},
                        {"runs", version.runs}});
    }
    if (rows.empty()) report.say("No versions yet. A run makes one, and so does dataset save.");
    report.result(rows);
    return kDone;
}

ExitCode save(const DatasetFlags& flags, const Report& report) {
    Project project = Project::open(pathFromUtf8(flags.project));
    DataOptions options;
    options.validation = flags.validation;
    options.test = flags.test;
    const std::int64_t id = saveVersion(project.database(), flags.name, flags.note, options);
    report.say("Version " + std::to_string(id) + " holds the faces as they are now.");
    report.result({{"version", id}});
    return kDone;
}

ExitCode difference(const DatasetFlags& flags, const Report& report) {
    const Project project = Project::open(pathFromUtf8(flags.project), Access::ReadOnly);
    Database& database = project.database();
    const Dataset before = dataset(database, flags.version);
    const VersionDifference found = flags.other ? differenceOf(before, dataset(database, *flags.other))
                                                : differenceFromNow(database, before);
    const std::array<std::pair<const char*, const std::vector<std::int64_t>&>, 6> lists{
        {{"added", found.added},
         {"removed", found.removed},
         {"moved", found.moved},
         {"realigned", found.realigned},
         {"remasked", found.remasked},
         {"resplit", found.resplit}}};
    json result = json::object();
    for (const auto& [name, faces] : lists) {
        result[name] = faces;
        if (!faces.empty()) report.say(std::to_string(faces.size()) + " faces " + name);
    }
    if (found.empty()) report.say("No difference.");
    report.result(result);
    return kDone;
}

ExitCode revert(const DatasetFlags& flags, const Report& report) {
    Project project = Project::open(pathFromUtf8(flags.project));
    const auto edit = revertToVersion(project.database(), flags.version);
    const std::int64_t faces = edit ? lastFaceEdit(project.database()).value().faces : 0;
    report.say(edit ? std::to_string(faces) + " faces were put back. curate undo takes that back."
                    : "All faces are as in that version already.");
    report.result({{"version", flags.version}, {"faces", faces}});
    return kDone;
}

ExitCode exportFaces(const DatasetFlags& flags, const Report& report, const std::stop_token& stop) {
    const Project project = Project::open(pathFromUtf8(flags.project), Access::ReadOnly);
    const DatasetExport request{.version = flags.exported, .facesPerShard = flags.facesPerShard};
    ProgressLine progress("Writing");
    const auto count = [&](std::int64_t done, std::int64_t total) { progress.count(done, total); };
    const ExportedDataset made =
        flags.dvc.empty() ? exportToShards(project, request, pathFromUtf8(flags.shards), stop, count)
                          : exportToFolder(project, request, pathFromUtf8(flags.dvc), stop, count);
    progress.clear();
    json files = json::array();
    for (const auto& file : made.files) files.push_back(utf8FromPath(file));
    report.say(std::to_string(made.faces) + " faces written to " +
               (flags.dvc.empty() ? flags.shards : flags.dvc) +
               (flags.dvc.empty() ? ", in " + std::to_string(made.files.size()) + " tar files." : "."));
    report.result({{"faces", made.faces}, {"files", files}});
    return kDone;
}

ExitCode importFaces(const DatasetFlags& flags, const Report& report, const std::stop_token& stop) {
    Project project = Project::open(pathFromUtf8(flags.project));
    ProgressLine progress("Faces");
    const ImportedDataset taken =
        importDataset(project, pathFromUtf8(flags.from), stop,
                      [&](std::int64_t done, std::int64_t total) { progress.count(done, total); });
    progress.clear();
    json problems = json::array();
    for (const auto& problem : taken.problems) {
        report.note(problem.file + ": " + problem.reason.english());
        problems.push_back({{"file", problem.file}, {"reason", problem.reason.english()}});
    }
    report.say(std::to_string(taken.faces) + " faces taken in, " + std::to_string(taken.known) +
               " were there already, " + std::to_string(taken.problems.size()) + " were not taken" +
               (taken.version ? "; they are version " + std::to_string(*taken.version) : std::string()) +
               ".");
    report.result({{"faces", taken.faces},
                   {"known", taken.known},
                   {"version", taken.version ? json(*taken.version) : json()},
                   {"problems", problems}});
    return kDone;
}

}  // namespace

ExitCode perform(const DatasetFlags& flags, const Report& report, std::stop_token stop) {
    switch (flags.action) {
        case DatasetAction::List:
            return list(flags, report);
        case DatasetAction::Save:
            return save(flags, report);
        case DatasetAction::Difference:
            return difference(flags, report);
        case DatasetAction::Revert:
            return revert(flags, report);
        case DatasetAction::Export:
            return exportFaces(flags, report, stop);
        case DatasetAction::Import:
            return importFaces(flags, report, stop);
    }
    return kWrongUse;
}

}  // namespace visagist::cli
