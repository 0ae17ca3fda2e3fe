// A training run, as seen from outside: what is asked of it and the values it tells. Neither Qt nor torch is
// visible here.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/base/run_control.h"
#include "core/image/image.h"
#include "core/options/recipe.h"
#include "core/train/run_state.h"

namespace visagist {

/// shape: reconstruction with warp; mix: fusions too; detail: no warp, discriminator.
enum class Stage { Shape, Mix, Detail };

struct Progress {
    std::int64_t step = 0, steps = 0;  ///< done so far; planned (an estimate under a time limit)
    double fraction = 0;               ///< of the run, 0 … 1, by steps or by the clock
    Stage stage = Stage::Shape;
    double elapsedSeconds = 0, remainingSeconds = 0;  ///< training time, pauses and saves not counted
    double imagesPerSecond = 0;
    /// As stored in the metric table: "generator", "discriminator", "reconstruction", "validation",
    /// "learning_rate", "images_per_second", "loss_scale" … Only what was measured since the last report.
    std::map<std::string, double> metrics;
};

/// The same faces every time, one a row: photo, reconstruction, fusions 75/25, 50/50, 25/75 with the next
/// person, swap.
struct SampleGrid {
    std::int64_t step = 0;
    int rows = 0, columns = 0;
    Image image;                                            ///< RGB, columns·R x rows·R, without gaps
    static const std::vector<std::string>& columnTitles();  ///< English, marked with VISAGIST_TEXT
};

/// What was measured of the faces of the averaged network, beside training, some steps ago. By the names of
/// NetworkMetrics::measure(), as stored in the metric table.
struct Measured {
    std::int64_t step = 0;
    std::map<std::string, double> values;
};

/// Told when it is in its file; training may be some steps further by then.
struct CheckpointSaved {
    std::int64_t checkpoint = 0, step = 0, bytes = 0;
    double seconds = 0;           ///< from the copy of the networks until it was in the file
    double pauseSeconds = 0;      ///< of these: for so long training stood still
    std::int64_t addedBytes = 0;  ///< of `bytes`: what the file did not hold already
};

/// The run went wrong and goes on from an older checkpoint; what was told of later steps no longer holds.
struct RolledBack {
    std::int64_t from = 0, to = 0;  ///< steps
    int times = 0;                  ///< how often so far
};

struct OptionChanged {
    std::int64_t step = 0;
    std::string key, before, after;
};

struct Notice {
    enum class Severity { Info, Warning } severity = Severity::Info;
    std::int64_t step = 0;
    Message message;
};

/// Told once, before the first step.
struct RunStarted {
    std::int64_t run = 0, step = 0;
    std::vector<std::string> people;
    std::string device, precision;  ///< in words: "CPU, 2 threads", "NVIDIA GeForce RTX 4090"
    std::int64_t parameters = 0;    ///< of the generator: encoder and decoder
    std::int64_t discriminatorParameters = 0;
    double stepFlops = 0;  ///< of a step of the last stage
    std::int64_t trainFaces = 0, validationFaces = 0;
};

struct RunOutcome {
    RunState end = RunState::Completed;  ///< Completed, Stopped or Failed
    std::int64_t step = 0;
    std::optional<ErrorCode> code;  ///< when Failed
    Message message;                ///< when Failed: what happened and what to do
};

using TrainEvent = std::variant<RunStarted, RunState, Progress, SampleGrid, Measured, CheckpointSaved,
                                RolledBack, OptionChanged, Notice, RunOutcome>;
using TrainSink = std::function<void(TrainEvent)>;  ///< called on the trainer's thread; must not block

struct TrainRequest {
    std::filesystem::path project;
    /// Resume this run (from its newest whole checkpoint, or from `checkpoint`); else a new run is made from
    /// `recipe`.
    std::optional<std::int64_t> resumeRun;
    std::optional<std::int64_t> checkpoint;
    Recipe recipe;
    /// A new run starts from this checkpoint's weights, of the same project or of `startProject` (there
    /// without a number: the newest whole one): with more people, at another resolution, or to branch off.
    std::optional<std::int64_t> startFrom;
    std::filesystem::path startProject;
    std::string name;                  ///< of a new run; "" makes one ("Sketch 64, run 3")
    std::vector<std::int64_t> people;  ///< of a new run; empty: all people that have faces
    /// Options that differ from the run's own when it is resumed, as text ("steps" to go on longer). Network
    /// options are refused.
    std::map<std::string, std::string> changes;
};

struct Trainer {
    virtual ~Trainer() = default;
    /// Runs to the end on the calling thread; may throw Error. Everything told to `sink` is a value. Saves on
    /// stop.
    virtual void run(std::stop_token stop, RunControl& control, const TrainSink& sink) = 0;
};

/// A trainer for the request; work begins only in run().
std::unique_ptr<Trainer> makeTrainer(TrainRequest request);

/// Runs the trainer and turns whatever is thrown into the last event: exactly one RunOutcome, always last.
void runAndReport(Trainer& trainer, std::stop_token stop, RunControl& control, const TrainSink& sink);

/// What stands against starting, before anything is started: errors that block (nobody has faces) and
/// warnings in words (one person only, fewer faces than a batch, under 100 faces …). Reads the project only.
struct StartAdvice {
    std::vector<Message> blocking, warnings;
    std::int64_t memoryBytes = 0;  ///< estimate of what training takes
};
StartAdvice adviseStart(const std::filesystem::path& project, const Recipe& recipe,
                        const std::vector<std::int64_t>& people = {});

}  // namespace visagist
