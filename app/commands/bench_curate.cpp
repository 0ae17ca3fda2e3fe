#include "app/commands/bench_duplicates.h"
#include "app/commands/bench_identity.h"
#include "app/commands/commands.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"

namespace visagist::cli {

ExitCode perform(const CurateBenchFlags& flags, const Report& report, std::stop_token stop) {
    nlohmann::json result = nlohmann::json::object();
    const nlohmann::json identity =
        benchIdentity(pathFromUtf8(flags.data), flags.python, pathFromUtf8(flags.script), stop);
    result["identity"] = identity;
    if (identity.is_object())
        report.say("Identity, " + identity["faces"].dump() + " portraits of " + identity["people"].dump() +
                   " people: best pair accuracy " + fixed(identity["pairAccuracy"].get<double>(), 4) +
                   " (dlib in Python: " + identity["peerPairAccuracy"].dump() + "), AUC " +
                   fixed(identity["auc"].get<double>(), 5) + ", " + identity["clusters"].dump() +
                   " clusters of purity " + fixed(identity["purity"].get<double>(), 3));
    else
        report.note("There are no portraits in " + flags.data + "/orl: nothing is said of identity.");
    if (flags.faces > 0) {
        ProgressLine progress("Copies");
        const nlohmann::json copies =
            benchDuplicates({.faces = flags.faces}, stop,
                            [&](std::int64_t done, std::int64_t total) { progress.count(done, total); });
        progress.clear();
        result["duplicates"] = copies;
        report.say("Copies, " + copies["copies"].dump() + " among " + copies["faces"].dump() +
                   " faces: recall " + fixed(copies["recall"].get<double>(), 4) + ", precision " +
                   fixed(copies["precision"].get<double>(), 4) + ", " +
                   fixed(copies["seconds"].get<double>(), 1) + " s, at most " +
                   fixed(copies["peakMiB"].get<double>(), 0) + " MiB");
    }
    report.result(result);
    return kDone;
}

}  // namespace visagist::cli
