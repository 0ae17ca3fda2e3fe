#include "app/commands/commands.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"
#include "core/curate/import_job.h"
#include "core/model/mtcnn_finder.h"
#include "core/store/project.h"

namespace visagist::cli {

namespace {

nlohmann::json importJson(const ImportReport& imported) {
    const auto listed = [](const std::vector<RefusedPicture>& files) {
        nlohmann::json list = nlohmann::json::array();
        for (const RefusedPicture& each : files)
            list.push_back({{"file", each.file}, {"reason", each.reason}});
        return list;
    };
    return {{"sources", imported.sources},
            {"frames", imported.frames},
            {"faces", imported.faces},
            {"refused", listed(imported.refused)},
            {"notes", listed(imported.notes)},
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
    for (const RefusedPicture& each : imported.notes) report.note(each.file + ": " + each.reason);
    sayList(report, "No face was found in", imported.noFace);
    sayList(report, "Several faces, all of one person now; look at them", imported.severalFaces);
    for (const auto& [person, faces] : imported.facesByPerson)
        report.say("  " + person + ": " + std::to_string(faces) + " faces");
    const std::string frames =
        imported.frames > 0 ? " (" + std::to_string(imported.frames) + " frames of films)" : "";
    report.say(std::to_string(imported.faces) + " faces from " + std::to_string(imported.sources) + " files" +
               frames + "; " + std::to_string(imported.skipped) + " were imported before, " +
               std::to_string(imported.noFace.size()) + " show no face, " +
               std::to_string(imported.refused.size()) + " were not taken.");
}

void showProgress(ProgressLine& line, const ImportProgress& at) {
    if (at.frames == 0) {
        line.count(at.done, at.total);
        return;
    }
    const double share = (static_cast<double>(at.done) + at.share) / static_cast<double>(at.total);
    line.show(share, std::to_string(at.done) + " of " + std::to_string(at.total) + " files, " +
                         std::to_string(at.frames) + " frames, " + std::to_string(at.faces) + " faces");
}

ExitCode importExitCode(const ImportReport& imported, const Report& report) {
    if (imported.stopped) {
        report.note("Stopped; what was done so far is in the project. Run it again to go on.");
        return kStopped;
    }
    if (imported.faces > 0 || imported.skipped > 0) return kDone;
    report.note(imported.noFace.empty()
                    ? "visagist-cli: Not one of the files could be taken."
                    : "visagist-cli: No face was found in any of the files. Take ones that show "
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
    const ImportReport imported = importPictures(
        project, request, std::move(stop), [&](const ImportProgress& at) { showProgress(progress, at); });
    progress.clear();
    sayImport(report, imported);
    const ExitCode code = importExitCode(imported, report);
    report.result(importJson(imported));
    return code;
}

}  // namespace visagist::cli
