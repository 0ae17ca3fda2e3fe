// The one state of a training run; buttons ask it.
#pragma once

namespace visagist {

enum class RunState { Idle, Starting, Running, Paused, Saving, Stopping, Completed, Stopped, Failed };

constexpr bool isActive(RunState s) { return s >= RunState::Starting && s <= RunState::Stopping; }
constexpr bool canStart(RunState s) { return !isActive(s); }
constexpr bool canPause(RunState s) { return s == RunState::Running || s == RunState::Saving; }
constexpr bool canResume(RunState s) { return s == RunState::Paused; }
constexpr bool canStop(RunState s) { return isActive(s) && s != RunState::Stopping; }
/// While one is being saved too: training has gone on since.
constexpr bool canSave(RunState s) { return canPause(s) || canResume(s); }

}  // namespace visagist
