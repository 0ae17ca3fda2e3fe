// Training runs: their options, their changes on the way, and what happened.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/options/recipe.h"
#include "core/store/database.h"

namespace visagist {

enum class RunEnd {
    None,
    Completed,
    Stopped,
    Failed
};  ///< None: never ended in order (running, or the process died)

struct Run {
    std::int64_t id = 0;
    std::string name;
    std::int64_t dataset = 0;
    Recipe recipe;          ///< as started; see optionChanges()
    std::int64_t step = 0;  ///< last step reported
    RunEnd end = RunEnd::None;
    std::int64_t startedAt = 0, changedAt = 0;
};

struct OptionChange {
    std::int64_t step = 0;
    std::string key, before, after;  ///< values as a person types them
    std::int64_t time = 0;
};

struct Event {
    enum class Kind { Info, Warning, Failure, Checkpoint, Rollback };
    std::int64_t id = 0, run = 0, step = 0, time = 0;  ///< run 0: of the project, not of a run
    Kind kind = Kind::Info;
    Message message;
};

/// Throws Error(InvalidArgument) for a recipe with a value out of its range.
std::int64_t insertRun(Database& database, const Run& run);
std::vector<Run> runs(Database& database);  ///< newest first
std::optional<Run> findRun(Database& database, std::int64_t id);
void setRunProgress(Database& database, std::int64_t id, std::int64_t step, RunEnd end);
/// The recipe as it is now: as started, with all changes applied in order.
Recipe currentRecipe(Database& database, std::int64_t id);
void insertOptionChange(Database& database, std::int64_t run, const OptionChange& change);
std::vector<OptionChange> optionChanges(Database& database, std::int64_t run);
void insertEvent(Database& database, const Event& event);
std::vector<Event> events(Database& database, std::int64_t run);  ///< oldest first

}  // namespace visagist
