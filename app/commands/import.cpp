#include "app/commands/commands.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"
#include "core/curate/import_job.h"
#include "core/model/mtcnn_finder.h"
#include "core/store/project.h"

namespace visagist::cli {

namespace {

nlohmann::json importJson(const ImportReport& imported) {
    nlohmann::json refused = nlohmann::json::array();
    for (const RefusedPicture& each : imported.refused)
        refused.push_back({{"file", each.file}, {"reason", each.reason}});
    return {{"sources", imported.sources},
            {"faces", imported.faces},
            {"refused", std::move(refused)},
            {"skipped", imported.skipped},
            {"noFace", imported.noFace},
            {"severalFaces", imported.severalFaces},
            {"facesByPerson", imported.facesByPerson},
            {"stopped", imported.stopped}};
}

void sayList(const Report& report, const std::string& what, const std::vector<std::string>& files) {
    if (files.empty()) return;
    report.say(what + ":");
    for (const std::string& file : files) report.say("  " + file);
}

void sayImport(const Report& report, const ImportReport& imported) {
    for (const RefusedPicture& each : imported.refused)
        report.note("Not taken: " + each.file + ": " + each.reason);
    sayList(report, "No face was found in", imported.noFace);
    sayList(report, "Several faces, all of one person now; look at them", imported.severalFaces);
    for (const auto& [person, faces] : imported.facesByPerson)
        report.say("  " + person + ": " + std::to_string(faces) + " faces");
    report.say(std::to_string(imported.faces) + " faces from " + std::to_string(imported.sources) +
               " pictures; " + std::to_string(imported.skipped) + " were imported before, " +
               std::to_string(imported.noFace.size()) + " show no face, " +
               std::to_string(imported.refused.size()) + " were not taken.");
}

ExitCode importExitCode(const ImportReport& imported, const Report& report) {
    if (imported.stopped) {
        report.note("Stopped; the pictures done so far are in the project. Run it again to go on.");
        return kStopped;
    }
    if (imported.faces > 0 || imported.skipped > 0) return kDone;
    report.note(imported.noFace.empty()
                    ? "visagist-cli: Not one of the pictures could be taken."
                    : "visagist-cli: No face was found in any of the pictures. Take ones that show "
                      "faces from the front, or give aligned faces with --aligned.");
    return kFailed;
}

}  // namespace

ExitCode perform(const ImportFlags& flags, const Report& report, std::stop_token stop) {
    Project project = Project::open(pathFromUtf8(flags.project));
    ImportRequest request;
    for (const std::string& path : flags.paths) request.paths.push_back(pathFromUtf8(path));
    request.person = flags.person;
    request.mode = flags.aligned ? ImportMode::AlignedCrops : ImportMode::Detect;
    request.options = flags.options;
    request.detectors = allDetectors();
    request.again = flags.again;
    ProgressLine progress("Importing");
    const ImportReport imported =
        importPictures(project, request, std::move(stop),
                       [&](const ImportProgress& at) { progress.count(at.done, at.total); });
    progress.clear();
    sayImport(report, imported);
    const ExitCode code = importExitCode(imported, report);
    report.result(importJson(imported));
    return code;
}

}  // namespace visagist::cli
