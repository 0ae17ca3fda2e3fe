// The commands of visagist-cli; each adds itself to the parser and leaves what is to be done.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <stop_token>

#include "app/cli_report.h"
#include "app/cli_terminal.h"

namespace visagist::cli {

/// The command that was asked for. `action` is set by the parser's callback and run once parsing is through;
/// it may throw Error.
struct Command {
    bool json = false;
    OnStop onStop = OnStop::Ask;
    std::function<ExitCode(const Report&, std::stop_token)> action;
};

/// A subcommand with --json; `act` runs when it was asked for. OnStop::EndAtOnce is for work that is short or
/// leaves nothing half done.
CLI::App* addCommand(CLI::App& parent, Command& command, const std::string& name, const std::string& help,
                     std::function<ExitCode(const Report&, std::stop_token)> act,
                     OnStop onStop = OnStop::Ask);

void addProjectCommands(CLI::App& app, Command& command);     ///< new, import
void addTrainCommands(CLI::App& app, Command& command);       ///< train, resume
void addCheckpointCommands(CLI::App& app, Command& command);  ///< checkpoints, export
void addFuseCommand(CLI::App& app, Command& command);
void addDoctorCommand(CLI::App& app, Command& command);
void addDemoCommand(CLI::App& app, Command& command);
void addBenchCommands(CLI::App& app, Command& command);  ///< bench quality, bench detect

}  // namespace visagist::cli
