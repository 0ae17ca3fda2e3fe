#include "app/cli/commands_entry.h"
#include "app/commands/commands.h"

#ifdef _WIN32
#define VISAGIST_EXPORT __declspec(dllexport)
#else
#define VISAGIST_EXPORT __attribute__((visibility("default")))
#endif

namespace visagist::cli {

extern "C" VISAGIST_EXPORT PerformRequest visagistPerformRequest;

ExitCode visagistPerformRequest(const Request& request, const Report& report, const std::stop_token& stop) {
    return report.exitCodeOfWork(
        [&] { return std::visit([&](const auto& flags) { return perform(flags, report, stop); }, request); });
}

}  // namespace visagist::cli
