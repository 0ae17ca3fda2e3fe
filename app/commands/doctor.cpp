#include <sqlite3.h>

#include <opencv2/core/version.hpp>
#include <thread>

#include "app/commands/commands.h"
#include "core/base/path.h"
#include "core/base/platform.h"
#include "core/face/detector.h"
#include "core/model/device_report.h"
#include "core/store/checkpoint_store.h"
#include "core/store/face_table.h"
#include "core/store/health.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/store/run_table.h"

namespace visagist::cli {

namespace {

using nlohmann::json;

void sayRow(const Report& report, std::string name, const std::string& value) {
    name.resize(14, ' ');
    report.say(name + value);
}

json machineJson(const std::filesystem::path& place) {
    json machine{{"system", systemName()},
                 {"processor", processorName()},
                 {"processorThreads", std::thread::hardware_concurrency()},
                 {"memoryBytes", totalMemoryBytes()},
                 {"freeDiskBytes", nullptr}};
    if (const auto free = freeDiskBytes(place)) machine["freeDiskBytes"] = *free;
    return machine;
}

json devicesJson(const DeviceReport& devices) {
    json gpus = json::array();
    for (const DeviceReport::Gpu& gpu : devices.gpus)
        gpus.push_back({{"name", gpu.name}, {"memoryBytes", gpu.memoryBytes}});
    return {{"libtorch", devices.torchVersion},
            {"cuda", devices.cudaVersion},
            {"gpus", std::move(gpus)},
            {"whyNoGpu", devices.whyNoGpu.english()},
            {"cpuCapability", devices.cpuCapability},
            {"cpuHasBf16", devices.cpuHasBf16},
            {"computeThreads", devices.cpuThreads}};
}

/// Loads what finding faces needs; the sentence that says what is missing, "" where all is there.
std::string detectorProblem() {
    try {
        (void)makeHogDetector();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

json checkpointsHealth(const Project& project, const std::stop_token& stop) {
    json health{{"checkpoints", 0}, {"damagedCheckpoints", json::array()}};
    if (!std::filesystem::exists(project.checkpointsPath())) {
        if (!runs(project.database()).empty())
            health["problem"] = "The checkpoints file " + utf8FromPath(project.checkpointsPath()) +
                                " is missing: runs cannot go on without it.";
        return health;
    }
    CheckpointStore store(project.checkpointsPath(), Access::ReadOnly);
    const std::vector<CheckpointInfo> list = store.list();
    health["checkpoints"] = list.size();
    for (const CheckpointInfo& info : list) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("The check was stopped."));
        if (!store.verify(info.id)) health["damagedCheckpoints"].push_back(info.id);
    }
    return health;
}

json projectHealth(const std::string& path, const std::stop_token& stop) {
    const Project project = Project::open(pathFromUtf8(path), Access::ReadOnly);
    json health{{"file", path}, {"problem", ""}};
    const std::string problem = databaseProblem(project.database());
    if (!problem.empty()) {
        health["problem"] = problem;
        return health;
    }
    health["people"] = people(project.database()).size();
    health["faces"] = faces(project.database(), {.person = {}, .withExcluded = true}).size();
    health["runs"] = runs(project.database()).size();
    health.update(checkpointsHealth(project, stop));
    return health;
}

void sayMachine(const Report& report, const json& machine, const json& devices) {
    sayRow(report, "System", machine["system"]);
    sayRow(report, "Processor",
           machine["processor"].get<std::string>() + ", " +
               std::to_string(machine["processorThreads"].get<int>()) + " threads, " +
               devices["cpuCapability"].get<std::string>() +
               (devices["cpuHasBf16"].get<bool>() ? " with bf16" : ""));
    sayRow(report, "Memory", bytesInWords(machine["memoryBytes"]));
    if (!machine["freeDiskBytes"].is_null())
        sayRow(report, "Free disk", bytesInWords(machine["freeDiskBytes"]));
    const std::string cuda = devices["cuda"];
    sayRow(report, "LibTorch",
           devices["libtorch"].get<std::string>() + (cuda.empty() ? ", without CUDA" : ", CUDA " + cuda) +
               ", " + std::to_string(devices["computeThreads"].get<int>()) + " threads");
    for (const json& gpu : devices["gpus"])
        sayRow(report, "GPU", gpu["name"].get<std::string>() + ", " + bytesInWords(gpu["memoryBytes"]));
    if (devices["gpus"].empty()) sayRow(report, "GPU", "none: " + devices["whyNoGpu"].get<std::string>());
}

/// Says how the project is and whether it is whole.
bool sayProject(const Report& report, const json& health) {
    if (const std::string problem = health["problem"]; !problem.empty()) {
        report.note(problem);
        return false;
    }
    sayRow(report, "Project",
           std::to_string(health["people"].get<int>()) + " people, " +
               std::to_string(health["faces"].get<int>()) + " faces, " +
               std::to_string(health["runs"].get<int>()) + " runs, " +
               std::to_string(health["checkpoints"].get<int>()) + " checkpoints; the database is whole");
    for (const json& id : health["damagedCheckpoints"])
        report.note("Checkpoint " + id.dump() + " is damaged; older ones are used instead.");
    return health["damagedCheckpoints"].empty();
}

}  // namespace

ExitCode perform(const DoctorFlags& flags, const Report& report, std::stop_token stop) {
    json result =
        machineJson(flags.project.empty() ? std::filesystem::current_path() : pathFromUtf8(flags.project));
    result["devices"] = devicesJson(deviceReport());
    result["opencv"] = CV_VERSION;
    result["sqlite"] = sqlite3_libversion();
    result["version"] = VISAGIST_VERSION;
    sayMachine(report, result, result["devices"]);
    sayRow(report, "OpenCV", CV_VERSION);
    sayRow(report, "SQLite", sqlite3_libversion());

    const std::string missing = detectorProblem();
    result["faceDetector"] = {{"name", "hog"}, {"problem", missing}};
    sayRow(report, "Face finder", missing.empty() ? "HOG with 5 landmarks, ready" : "not ready");
    if (!missing.empty()) report.note(missing);
    bool healthy = missing.empty();
    if (!flags.project.empty()) {
        result["project"] = projectHealth(flags.project, stop);
        healthy = sayProject(report, result["project"]) && healthy;
    }
    result["healthy"] = healthy;
    report.result(result);
    return healthy ? kDone : kFailed;
}

}  // namespace visagist::cli
