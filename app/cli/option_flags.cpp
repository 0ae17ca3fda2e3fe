#include "app/cli/option_flags.h"

#include <algorithm>
#include <sstream>

namespace visagist::cli {

namespace {

std::string shortNumber(double value) {
    std::ostringstream text;
    text.precision(10);
    text << value;
    return text.str();
}

std::string allowedValues(const OptionInfo& option) {
    switch (option.kind) {
        case OptionInfo::Kind::Switch:
            return "on | off";
        case OptionInfo::Kind::Choice: {
            std::string keys;
            for (const Choice& choice : option.choices)
                keys += (keys.empty() ? "" : " | ") + std::string(choice.key);
            return keys;
        }
        case OptionInfo::Kind::Integer:
        case OptionInfo::Kind::Real:
            break;
    }
    const std::string unit = option.unit.empty() ? "" : " " + option.unit;
    return shortNumber(option.min) + " … " + shortNumber(option.max) + unit;
}

std::string defaultValue(const Recipe& defaults, const OptionInfo& option) {
    const nlohmann::json value = optionValue(defaults, option.key);
    if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
    return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

std::string flagOf(const std::string& key) {
    std::string flag = "--" + key;
    std::ranges::replace(flag, '_', '-');
    return flag;
}

void addOptionFlags(CLI::App& command, TypedOptions& typed, const Recipe* defaults,
                    const std::function<bool(const OptionInfo&)>& wanted) {
    for (const OptionInfo& option : optionTable()) {
        if (!wanted(option)) continue;
        const std::string preset = defaults ? "; " + defaultValue(*defaults, option) : "";
        const std::string help = option.help + " (" + allowedValues(option) + preset + ")";
        command
            .add_option_function<std::string>(
                flagOf(option.key),
                [&typed, key = option.key](const std::string& value) { typed[key] = value; }, help)
            ->type_name("")
            ->take_last()
            ->group(option.section);
    }
}

void addPresetFlag(CLI::App& command, std::string& preset) {
    std::string help = "Where the options start from:";
    for (const Preset& each : presets()) help += std::string(" ") + each.key + " (" + each.label + ")";
    command.add_option("--preset", preset, help)->capture_default_str();
}

}  // namespace visagist::cli
