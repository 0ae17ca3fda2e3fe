#include "core/store/run_table.h"

#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/store/stored_enum.h"

namespace visagist {

namespace {

using nlohmann::json;

constexpr StoredEnum<RunEnd, 4> kEnd{{"none", "completed", "stopped", "failed"}};
constexpr StoredEnum<Event::Kind, 5> kKind{{"info", "warning", "failure", "checkpoint", "rollback"}};

constexpr const char* kSelect =
    "SELECT id, name, dataset, recipe, step, ended, started_at, changed_at FROM run ";

/// Text of people may hold file names that are not UTF-8.
std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

Run read(const Statement& row) {
    Run run;
    run.id = row.integer(0);
    run.name = row.text(1);
    run.dataset = row.integer(2);
    const json recipe = json::parse(row.text(3), nullptr, false);
    if (!recipe.is_object())
        throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The options of run %1 are damaged."),
                    {std::to_string(run.id)});
    run.recipe = recipeFromJson(recipe);
    run.step = row.integer(4);
    run.end = kEnd.value(row.text(5));
    run.startedAt = row.integer(6);
    run.changedAt = row.integer(7);
    return run;
}

}  // namespace

std::int64_t insertRun(Database& database, const Run& run) {
    const std::int64_t now = nowMilliseconds();
    (void)recipeFromJson(toJson(run.recipe));  // refused now rather than when it is read
    database
        .prepare(
            "INSERT INTO run (name, dataset, recipe, step, ended, started_at, changed_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)")
        .bind(1, run.name)
        .bind(2, run.dataset)
        .bind(3, dump(toJson(run.recipe)))
        .bind(4, run.step)
        .bind(5, kEnd.name(run.end))
        .bind(6, run.startedAt != 0 ? run.startedAt : now)
        .bind(7, run.changedAt != 0 ? run.changedAt : now)
        .run();
    return database.lastInsertId();
}

std::vector<Run> runs(Database& database) {
    Statement statement = database.prepare(std::string(kSelect) + "ORDER BY id DESC");
    std::vector<Run> result;
    while (statement.step()) result.push_back(read(statement));
    return result;
}

std::optional<Run> findRun(Database& database, std::int64_t id) {
    Statement statement = database.prepare(std::string(kSelect) + "WHERE id = ?");
    statement.bind(1, id);
    if (!statement.step()) return std::nullopt;
    return read(statement);
}

void setRunProgress(Database& database, std::int64_t id, std::int64_t step, RunEnd end) {
    database.prepare("UPDATE run SET step = ?, ended = ?, changed_at = ? WHERE id = ?")
        .bind(1, step)
        .bind(2, kEnd.name(end))
        .bind(3, nowMilliseconds())
        .bind(4, id)
        .run();
}

Recipe currentRecipe(Database& database, std::int64_t id) {
    const auto run = findRun(database, id);
    if (!run)
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("The project has no run %1."), {std::to_string(id)});
    Recipe recipe = run->recipe;
    const json known = toJson(recipe);
    for (const OptionChange& change : optionChanges(database, id)) {
        if (known.contains(change.key)) setOptionFromText(recipe, change.key, change.after);
    }
    return recipe;
}

void insertOptionChange(Database& database, std::int64_t run, const OptionChange& change) {
    database
        .prepare(
            "INSERT INTO option_change (run, step, key, value_before, value_after, time) VALUES (?, ?, ?, ?, "
            "?, ?)")
        .bind(1, run)
        .bind(2, change.step)
        .bind(3, change.key)
        .bind(4, change.before)
        .bind(5, change.after)
        .bind(6, change.time != 0 ? change.time : nowMilliseconds())
        .run();
}

std::vector<OptionChange> optionChanges(Database& database, std::int64_t run) {
    Statement statement = database.prepare(
        "SELECT step, key, value_before, value_after, time FROM option_change WHERE run = ? ORDER BY id");
    statement.bind(1, run);
    std::vector<OptionChange> result;
    while (statement.step())
        result.push_back({statement.integer(0), statement.text(1), statement.text(2), statement.text(3),
                          statement.integer(4)});
    return result;
}

void insertEvent(Database& database, const Event& event) {
    Statement statement = database.prepare(
        "INSERT INTO event (run, step, time, kind, message, arguments) VALUES (?, ?, ?, ?, ?, ?)");
    if (event.run != 0) statement.bind(1, event.run);
    statement.bind(2, event.step)
        .bind(3, event.time != 0 ? event.time : nowMilliseconds())
        .bind(4, kKind.name(event.kind))
        .bind(5, event.message.source)
        .bind(6, dump(event.message.arguments))
        .run();
}

std::vector<Event> events(Database& database, std::int64_t run) {
    Statement statement = database.prepare(
        "SELECT id, run, step, time, kind, message, arguments FROM event WHERE run IS ? ORDER BY id");
    if (run != 0) statement.bind(1, run);
    std::vector<Event> result;
    while (statement.step()) {
        Event event;
        event.id = statement.integer(0);
        event.run = statement.integer(1);
        event.step = statement.integer(2);
        event.time = statement.integer(3);
        event.kind = kKind.value(statement.text(4));
        event.message.source = statement.text(5);
        const json arguments = json::parse(statement.text(6), nullptr, false);
        for (const json& argument : arguments) {
            if (argument.is_string()) event.message.arguments.push_back(argument.get<std::string>());
        }
        result.push_back(std::move(event));
    }
    return result;
}

}  // namespace visagist
