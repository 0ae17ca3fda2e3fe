#include "app/cli/parser.h"

namespace visagist::cli {

void addDoctorCommand(CLI::App& app, Command& command) {
    auto flags = std::make_shared<DoctorFlags>();
    CLI::App* sub = addCommand(app, command, "doctor",
                               "Say what this machine can do and whether a project is whole", flags);
    sub->add_option("PROJECT", flags->project,
                    "A project to check: the database and every checkpoint's hashes");
}

}  // namespace visagist::cli
