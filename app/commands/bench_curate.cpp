#include <algorithm>

#include "app/commands/bench_detectors.h"
#include "app/commands/bench_duplicates.h"
#include "app/commands/bench_identity.h"
#include "app/commands/bench_window.h"
#include "app/commands/commands.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"

namespace visagist::cli {

namespace {

using nlohmann::json;

json identity(const CurateBenchFlags& flags, const Report& report, const std::stop_token& stop) {
    const json result =
        benchIdentity(pathFromUtf8(flags.data), flags.python, pathFromUtf8(flags.identityScript), stop);
    if (!result.is_object()) {
        report.note("There are no portraits in " + flags.data + "/orl: nothing is said of identity.");
        return result;
    }
    report.say("Identity, " + result["faces"].dump() + " portraits of " + result["people"].dump() +
               " people: best pair accuracy " + fixed(result["pairAccuracy"].get<double>(), 4) +
               " (dlib in Python: " + result["peerPairAccuracy"].dump() + "), AUC " +
               fixed(result["auc"].get<double>(), 5) + ", " + result["clusters"].dump() +
               " clusters of purity " + fixed(result["purity"].get<double>(), 3));
    return result;
}

json duplicates(const CurateBenchFlags& flags, const Report& report, const std::stop_token& stop) {
    ProgressLine progress("Copies");
    const json result =
        benchDuplicates({.faces = flags.faces}, stop,
                        [&](std::int64_t done, std::int64_t total) { progress.count(done, total); });
    progress.clear();
    report.say("Copies, " + result["copies"].dump() + " among " + result["faces"].dump() + " faces: recall " +
               fixed(result["recall"].get<double>(), 4) + ", precision " +
               fixed(result["precision"].get<double>(), 4) + ", " +
               fixed(result["seconds"].get<double>(), 1) + " s, at most " +
               fixed(result["peakMiB"].get<double>(), 0) + " MiB");
    return result;
}

json detectors(const CurateBenchFlags& flags, const Report& report, const std::stop_token& stop) {
    const json rows = benchDetectors(flags, stop);
    sayDetectors(rows, report);
    if (!flags.picture.empty()) report.say("Drawn: " + flags.picture);
    return rows;
}

json grid(const CurateBenchFlags& flags, const Report& report, const std::stop_token& stop) {
    ProgressLine progress("Faces of the wall");
    const json result = benchGrid(
        flags.faces, stop, [&](std::int64_t done, std::int64_t total) { progress.count(done, total); });
    progress.clear();
    const auto number = [&](const char* key) { return fixed(result[key].get<double>(), 0); };
    report.say("Wall of " + result["faces"].dump() + " faces: longest stall while it scrolls " +
               number("worstStallMs") + " ms (own work " + number("worstOwnWorkMs") + " ms), slowest query " +
               number("queryMs") + " ms, opened in " + number("openMs") +
               " ms, all excluded and taken back with stalls of " + number("excludeAllStallMs") +
               " ms, at most " + number("peakMiB") + " MiB");
    return result;
}

}  // namespace

ExitCode perform(const CurateBenchFlags& flags, const Report& report, std::stop_token stop) {
    const auto wanted = [&](const char* part) {
        return std::ranges::find(flags.parts, part) != flags.parts.end();
    };
    json result = json::object();
    if (wanted("detectors")) result["detectors"] = detectors(flags, report, stop);
    if (wanted("identity")) result["identity"] = identity(flags, report, stop);
    if (wanted("duplicates")) result["duplicates"] = duplicates(flags, report, stop);
    if (wanted("grid")) result["grid"] = grid(flags, report, stop);
    report.result(result);
    return kDone;
}

}  // namespace visagist::cli
