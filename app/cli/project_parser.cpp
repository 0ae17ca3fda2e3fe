#include <algorithm>

#include "app/cli/option_flags.h"
#include "app/cli/parser.h"

namespace visagist::cli {

namespace {

std::vector<std::string> keysOf(std::span<const Choice> choices) {
    std::vector<std::string> keys;
    for (const Choice& choice : choices) keys.emplace_back(choice.key);
    return keys;
}

/// A flag for each row of the import options.
void addImportOptions(CLI::App& command, ImportOptions& options) {
    forEachField<ImportOptions>([&](const auto& field) {
        auto& value = options.*field.member;
        using Value = std::remove_reference_t<decltype(value)>;
        const std::string unit = *field.unit ? std::string(" (") + field.unit + ")" : "";
        if constexpr (std::is_same_v<Value, bool>) {
            command.add_flag(flagOf(field.key), value, field.help);
        } else if constexpr (std::is_enum_v<Value>) {
            const std::vector<std::string> keys = keysOf(choicesOf(value));
            command
                .add_option_function<std::string>(
                    flagOf(field.key),
                    [&value, keys](const std::string& key) {
                        value = static_cast<Value>(std::find(keys.begin(), keys.end(), key) - keys.begin());
                    },
                    field.help)
                ->check(CLI::IsMember(keys))
                ->default_str(keys[static_cast<std::size_t>(value)]);
        } else {
            command.add_option(flagOf(field.key), value, field.help + unit)
                ->check(CLI::Range(field.min, field.max))
                ->capture_default_str();
        }
    });
}

void addNew(CLI::App& app, Command& command) {
    auto flags = std::make_shared<NewFlags>();
    CLI::App* sub = addCommand(app, command, "new", "Make an empty project", flags);
    sub->add_option("PROJECT", flags->project, "File to make (.visagist is added where it is missing)")
        ->required();
    sub->add_option("--crop-size", flags->cropSize, "Width in pixels at which aligned faces are kept")
        ->check(CLI::Range(64, 1024))
        ->capture_default_str();
}

void addImport(CLI::App& app, Command& command) {
    auto flags = std::make_shared<ImportFlags>();
    CLI::App* sub =
        addCommand(app, command, "import", "Find the faces of pictures and keep them aligned", flags);
    sub->add_option("PROJECT", flags->project, "The project file")->required();
    sub->add_option("PATHS", flags->paths,
                    "Pictures, and folders with all their sub-folders; never written to")
        ->required();
    sub->add_option("--person", flags->person, "Whose faces (default: the name of each sub-folder)");
    sub->add_flag("--aligned", flags->aligned, "The pictures are aligned faces already");
    sub->add_flag("--again", flags->again, "Also pictures that were imported before");
    addImportOptions(*sub, flags->options);
}

}  // namespace

void addProjectCommands(CLI::App& app, Command& command) {
    addNew(app, command);
    addImport(app, command);
}

}  // namespace visagist::cli
