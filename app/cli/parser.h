// The commands and flags of visagist-cli; each command adds itself and leaves what was asked for.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "app/cli/requests.h"
#include "app/cli/stop_signal.h"

namespace visagist::cli {

/// What was asked for; without a request where the parser has answered already (--help, --version).
struct Command {
    bool json = false;
    OnStop onStop = OnStop::Ask;
    std::optional<Request> request;
};

/// A subcommand with --json, which leaves its flags as the request. OnStop::EndAtOnce is for work that is
/// short or leaves nothing half done.
template <class Flags>
CLI::App* addCommand(CLI::App& parent, Command& command, const std::string& name, const std::string& help,
                     std::shared_ptr<Flags> flags, OnStop onStop = OnStop::Ask) {
    CLI::App* sub = parent.add_subcommand(name, help);
    sub->add_flag("--json", command.json, "One line of JSON on stdout, for programs");
    sub->callback([&command, flags = std::move(flags), onStop] {
        command.request = *flags;
        command.onStop = onStop;
    });
    return sub;
}

/// --validation-share and --test-share.
void addSplitShares(CLI::App& command, double& validation, double& test);

void addProjectCommands(CLI::App& app, Command& command);     ///< new, import
void addCurateCommands(CLI::App& app, Command& command);      ///< curate score, duplicates, list …
void addDatasetCommands(CLI::App& app, Command& command);     ///< dataset list, save, diff, revert
void addTrainCommands(CLI::App& app, Command& command);       ///< train, resume, learning-rate
void addCheckpointCommands(CLI::App& app, Command& command);  ///< checkpoints, export
void addFuseCommand(CLI::App& app, Command& command);
void addDoctorCommand(CLI::App& app, Command& command);
void addDemoCommand(CLI::App& app, Command& command);
void addBenchCommands(CLI::App& app, Command& command);  ///< bench quality, detect, curate, train, loader

}  // namespace visagist::cli
