#include <algorithm>

#include "core/curate/face_query.h"
#include "core/curate/query_words.h"
#include "core/store/person_table.h"

namespace visagist {

namespace {

std::string inQuotationMarks(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) result += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
    return result + "\"";
}

}  // namespace

std::string personQuery(std::string_view name) { return "person:" + inQuotationMarks(name); }

std::vector<QuerySuggestion> querySuggestions(Database& database, std::string_view text, std::size_t cursor) {
    const std::string_view before = text.substr(0, std::min(cursor, text.size()));
    std::size_t start = before.size();
    bool inQuotes = std::ranges::count(before, '"') % 2 == 1;
    if (inQuotes) start = before.rfind('"');
    while (start > 0 && !isSpace(before[start - 1]) && before[start - 1] != '(') --start;
    if (start < before.size() && before[start] == '-') ++start;
    const std::string_view word = before.substr(start);
    const std::size_t colon = word.find(':');
    std::vector<QuerySuggestion> result;
    if (colon == std::string_view::npos) {
        const std::string begun = lowerCase(word);
        for (const QueryWord& one : kQueryWords)
            if (std::string_view(one.key).starts_with(begun))
                result.push_back({start, std::string(one.key) + ":", one.help});
        for (const ScoreInfo& score : faceScoreTable())
            if (std::string_view(score.key).starts_with(begun))
                result.push_back({start, score.key, score.help});
        return result;
    }
    const std::string key = lowerCase(word.substr(0, colon));
    std::string begun(word.substr(colon + 1));
    std::erase(begun, '"');
    begun = lowerCase(begun);
    const std::size_t valueStart = start + colon + 1;
    if (key == "person") {
        for (const Person& person : people(database)) {
            if (!lowerCase(person.name).starts_with(begun)) continue;
            const bool plain = std::ranges::none_of(
                person.name, [](char c) { return isSpace(c) || c == '(' || c == ')' || c == '"'; });
            result.push_back({valueStart, plain ? person.name : inQuotationMarks(person.name), ""});
        }
        return result;
    }
    for (const QueryWord& one : kQueryWords) {
        if (key != one.key) continue;
        for (const char* value : one.values)
            if (value && std::string_view(value).starts_with(begun))
                result.push_back({valueStart, value, ""});
    }
    return result;
}

}  // namespace visagist
