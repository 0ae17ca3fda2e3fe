#include "app/cli_commands.h"
#include "app/cli_options.h"
#include "core/base/path.h"
#include "core/curate/import_job.h"
#include "core/store/project.h"

namespace visagist::cli {

namespace {

struct NewFlags {
    std::string project;
    int cropSize = 256;
};

struct ImportFlags {
    std::string project;
    std::vector<std::string> paths;
    bool aligned = false;
    ImportRequest request;
};

ExitCode makeProject(const NewFlags& flags, const Report& report) {
    const Project project = Project::create(pathFromUtf8(flags.project), flags.cropSize);
    const std::string path = utf8FromPath(project.path());
    report.say("Made " + path + ". Next: visagist-cli import '" + path + "' PICTURES --person NAME");
    report.result({{"project", path}, {"cropSize", flags.cropSize}});
    return kDone;
}

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

ExitCode importInto(const ImportFlags& flags, const Report& report, std::stop_token stop) {
    Project project = Project::open(pathFromUtf8(flags.project));
    ImportRequest request = flags.request;
    request.mode = flags.aligned ? ImportMode::AlignedCrops : ImportMode::Detect;
    for (const std::string& path : flags.paths) request.paths.push_back(pathFromUtf8(path));
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

/// A flag for each row of the import options.
void addImportOptions(CLI::App& command, ImportOptions& options) {
    forEachField<ImportOptions>([&](const auto& field) {
        auto& value = options.*field.member;
        const std::string unit = *field.unit ? std::string(" (") + field.unit + ")" : "";
        if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, bool>) {
            command.add_flag(flagOf(field.key), value, field.help);
        } else {
            command.add_option(flagOf(field.key), value, field.help + unit)
                ->check(CLI::Range(field.min, field.max))
                ->capture_default_str();
        }
    });
}

void addNew(CLI::App& app, Command& command) {
    auto flags = std::make_shared<NewFlags>();
    CLI::App* sub =
        addCommand(app, command, "new", "Make an empty project",
                   [flags](const Report& report, std::stop_token) { return makeProject(*flags, report); });
    sub->add_option("PROJECT", flags->project, "File to make (.visagist is added where it is missing)")
        ->required();
    sub->add_option("--crop-size", flags->cropSize, "Width in pixels at which aligned faces are kept")
        ->check(CLI::Range(64, 1024))
        ->capture_default_str();
}

void addImport(CLI::App& app, Command& command) {
    auto flags = std::make_shared<ImportFlags>();
    CLI::App* sub = addCommand(app, command, "import", "Find the faces of pictures and keep them aligned",
                               [flags](const Report& report, std::stop_token stop) {
                                   return importInto(*flags, report, std::move(stop));
                               });
    sub->add_option("PROJECT", flags->project, "The project file")->required();
    sub->add_option("PATHS", flags->paths,
                    "Pictures, and folders with all their sub-folders; never written to")
        ->required();
    sub->add_option("--person", flags->request.person, "Whose faces (default: the name of each sub-folder)");
    sub->add_flag("--aligned", flags->aligned, "The pictures are aligned faces already");
    sub->add_flag("--again", flags->request.again, "Also pictures that were imported before");
    addImportOptions(*sub, flags->request.options);
}

}  // namespace

void addProjectCommands(CLI::App& app, Command& command) {
    addNew(app, command);
    addImport(app, command);
}

}  // namespace visagist::cli
