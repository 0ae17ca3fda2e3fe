#include "app/commands/bench_detectors.h"
#include "app/commands/commands.h"

namespace visagist::cli {

ExitCode perform(const CurateBenchFlags& flags, const Report& report, std::stop_token stop) {
    nlohmann::json result;
    result["detectors"] = benchDetectors(flags, stop);
    sayDetectors(result["detectors"], report);
    if (!flags.picture.empty()) report.say("Drawn: " + flags.picture);
    report.result(result);
    return kDone;
}

}  // namespace visagist::cli
