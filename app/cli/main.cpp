// visagist-cli: reads what is asked for, and opens the library of commands, with LibTorch, only to do it.
#include <iostream>

#include "app/cli/commands_entry.h"
#include "app/cli/parser.h"
#include "app/cli/read_values.h"
#include "core/base/platform.h"
#include "core/base/waiting_threads.h"

namespace visagist::cli {

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

ExitCode run(Command& command) {
    const Report report(command.json);
    return report.exitCodeOfWork([&] {
        readValues(*command.request);
        letWaitingThreadsSleep();
        const StopSignal stop(command.onStop);
        const SharedLibrary commands(programFolder() / VISAGIST_COMMANDS);
        return commands.function<PerformRequest>(kPerformRequest)(*command.request, report, stop.token());
    });
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
    addCurateCommands(app, command);
    addDatasetCommands(app, command);
    addTrainCommands(app, command);
    addCheckpointCommands(app, command);
    addFuseCommand(app, command);
    addDoctorCommand(app, command);
    addDemoCommand(app, command);
    addBenchCommands(app, command);
    if (const ExitCode code = parse(app, argc, argv); code != kDone || !command.request) return code;
    return run(command);
}
