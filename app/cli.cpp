#include <iostream>
#include <new>

#include "app/cli_commands.h"
#include "app/cli_terminal.h"

namespace visagist::cli {

CLI::App* addCommand(CLI::App& parent, Command& command, const std::string& name, const std::string& help,
                     std::function<ExitCode(const Report&, std::stop_token)> act, OnStop onStop) {
    CLI::App* sub = parent.add_subcommand(name, help);
    sub->add_flag("--json", command.json, "One line of JSON on stdout, for programs");
    sub->callback([&command, act = std::move(act), onStop] {
        command.action = act;
        command.onStop = onStop;
    });
    return sub;
}

namespace {

ExitCode parse(CLI::App& app, int argc, char** argv) {
    try {
        app.parse(argc, argv);
        return kDone;
    } catch (const CLI::Success& help) {
        app.exit(help);
        return kDone;
    } catch (const CLI::ParseError& error) {
        std::string command = "visagist-cli";
        for (const CLI::App* sub = &app; !sub->get_subcommands().empty();) {
            sub = sub->get_subcommands().front();
            command += " " + sub->get_name();
        }
        std::cerr << "visagist-cli: " << error.what() << "\nSee '" << command << " --help'." << std::endl;
        return kWrongUse;
    }
}

ExitCode run(const Command& command) {
    const Report report(command.json);
    try {
        const StopSignal stop(command.onStop);
        return command.action(report, stop.token());
    } catch (const Error& error) {
        return report.failure(error);
    } catch (const std::bad_alloc&) {
        return report.failure(Error(ErrorCode::OutOfMemory, VISAGIST_TEXT("The memory is used up.")));
    } catch (const std::exception& error) {
        return report.failure(Error(ErrorCode::Internal, VISAGIST_TEXT("Unexpected: %1"), {error.what()}));
    }
}

}  // namespace

}  // namespace visagist::cli

int main(int argc, char** argv) {
    using namespace visagist::cli;
    CLI::App app("Visagist trains networks that fuse faces. The same work as in the window, without it.",
                 "visagist-cli");
    app.set_version_flag("--version", VISAGIST_VERSION);
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    app.footer(
        "Exit codes: 0 done, 1 failed, 2 wrong use, 3 stopped. Ctrl+C saves and stops; a second one ends at "
        "once.");
    Command command;
    addProjectCommands(app, command);
    addTrainCommands(app, command);
    addCheckpointCommands(app, command);
    addFuseCommand(app, command);
    addDoctorCommand(app, command);
    addDemoCommand(app, command);
    addBenchCommands(app, command);
    if (const ExitCode code = parse(app, argc, argv); code != kDone || !command.action) return code;
    return run(command);
}
