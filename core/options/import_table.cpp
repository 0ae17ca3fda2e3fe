#include "core/options/import_table.h"

#include "core/options/option_rows.h"

namespace visagist {

namespace {

using nlohmann::json;

void withField(const std::string& key, auto&& visit) {
    bool found = false;
    forEachField<ImportOptions>([&](const auto& field) {
        if (key != field.key) return;
        found = true;
        visit(field);
    });
    if (!found)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("There is no option called %1."), {key});
}

}  // namespace

const std::vector<OptionInfo>& importOptionTable() {
    static const std::vector<OptionInfo> table = [] {
        std::vector<OptionInfo> rows;
        forEachField<ImportOptions>([&](const auto& field) { rows.push_back(describe(field)); });
        return rows;
    }();
    return table;
}

json importOptionValue(const ImportOptions& options, const std::string& key) {
    json value;
    withField(key, [&](const auto& field) { value = valueToJson(options, field); });
    return value;
}

void setImportOption(ImportOptions& options, const std::string& key, const json& value) {
    withField(key, [&](const auto& field) { valueFromJson(options, field, value); });
}

std::string importOptionsText(const ImportOptions& options) {
    json result = json::object();
    forEachField<ImportOptions>([&](const auto& field) { result[field.key] = valueToJson(options, field); });
    return result.dump();
}

ImportOptions importOptionsFromText(const std::string& text) {
    ImportOptions options;
    const json stored = json::parse(text, nullptr, false);
    if (!stored.is_object()) return options;
    forEachField<ImportOptions>([&](const auto& field) {
        const auto entry = stored.find(field.key);
        if (entry == stored.end()) return;
        try {
            valueFromJson(options, field, *entry);
        } catch (const Error&) {
            // Its default stays.
        }
    });
    return options;
}

}  // namespace visagist
