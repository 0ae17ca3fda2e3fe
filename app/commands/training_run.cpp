#include "app/commands/training_run.h"

#include "app/report/progress_line.h"
#include "core/base/path.h"

namespace visagist::cli {

namespace {

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};

/// Takes what the trainer tells; lives on its thread.
class Listener {
public:
    Listener(const Report& report, TrainingResult& result) : m_report(report), m_result(result) {}

    void operator()(const TrainEvent& event) {
        std::visit(
            Overloaded{[&](const RunStarted& e) { started(e); }, [&](const Progress& e) { progress(e); },
                       [&](const SampleGrid& e) { m_result.samples = e; },
                       [&](const Measured& e) { measured(e); },
                       [&](const CheckpointSaved& e) { m_result.checkpoint = e.checkpoint; },
                       [&](const OptionChanged& e) {
                           note("Step " + std::to_string(e.step) + ": " + e.key + " is now " + e.after +
                                " (was " + e.before + ").");
                       },
                       [&](const Notice& e) { notice(e); }, [](RunState) {}, [](const RolledBack&) {},
                       [&](const RunOutcome& e) { m_result.outcome = e; }},
            event);
    }

private:
    void note(const std::string& line) {
        m_progress.clear();
        m_report.note(line);
    }

    void started(const RunStarted& e) {
        m_result.run = e.run;
        m_result.firstStep = e.step;
        std::string people;
        for (const std::string& name : e.people) people += (people.empty() ? "" : ", ") + name;
        note("Run " + std::to_string(e.run) +
             (e.step > 0 ? " goes on after step " + std::to_string(e.step) : "") + ": " + people + "; " +
             std::to_string(e.trainFaces) + " faces to train on, " + std::to_string(e.validationFaces) +
             " held back; " + fixed(static_cast<double>(e.parameters) / 1e6, 1) + " million parameters and " +
             fixed(static_cast<double>(e.discriminatorParameters) / 1e6, 1) +
             " in the discriminator, at most " + fixed(e.stepFlops / 1e9, 1) + " GFLOP a step; " + e.device +
             ", " + e.precision + ".");
    }

    void progress(const Progress& e) {
        for (const auto& [name, value] : e.metrics) m_result.lastMetrics[name] = value;
        m_result.minutes = e.elapsedSeconds / 60;
        // Each report's rate holds for the time since the one before.
        const double seconds = e.elapsedSeconds - m_seenSeconds.value_or(0);
        if (m_seenSeconds && seconds > 0) {
            m_images += e.imagesPerSecond * seconds;
            m_imageSeconds += seconds;
        }
        m_seenSeconds = e.elapsedSeconds;
        if (m_imageSeconds > 0) {
            m_result.imagesPerSecond = m_images / m_imageSeconds;
        } else if (e.imagesPerSecond > 0) {
            m_result.imagesPerSecond = e.imagesPerSecond;
        }
        m_progress.show(e.fraction, words(e));
    }

    std::string words(const Progress& e) const {
        std::string text =
            "step " + std::to_string(e.step) + " of " + std::to_string(e.steps) + ", " + stageName(e.stage);
        for (const char* name : {"generator", "discriminator", "reconstruction", "validation"}) {
            if (const auto at = m_result.lastMetrics.find(name); at != m_result.lastMetrics.end())
                text += ", " + at->first + " " + fixed(at->second, 4);
        }
        text += ", " + fixed(e.imagesPerSecond, 1) + " img/s";
        return text + ", " + durationInWords(e.remainingSeconds) + " left";
    }

    void measured(const Measured& e) {
        std::string line = "Step " + std::to_string(e.step) + ", measured:";
        for (const auto& [name, value] : e.values) {
            m_result.lastMetrics[name] = value;
            line += " " + name + " " + fixed(value, 3);
        }
        note(line);
    }

    void notice(const Notice& e) {
        const bool warning = e.severity == Notice::Severity::Warning;
        note((warning ? "warning: step " : "Step ") + std::to_string(e.step) + ": " + e.message.english());
    }

    const Report& m_report;
    TrainingResult& m_result;
    ProgressLine m_progress{"Training"};
    std::optional<double> m_seenSeconds;
    double m_images = 0, m_imageSeconds = 0;
};

}  // namespace

const char* stageName(Stage stage) {
    switch (stage) {
        case Stage::Shape:
            return "shape";
        case Stage::Mix:
            return "fusions";
        case Stage::Detail:
            return "detail";
    }
    return "";
}

TrainingResult runTraining(TrainRequest request, const Report& report, std::stop_token stop,
                           std::optional<std::int64_t> stopAfter) {
    TrainingResult result;
    Listener listener(report, result);
    RunControl control;
    std::stop_source own;
    const std::stop_callback passOn(stop, [&] { own.request_stop(); });
    const std::unique_ptr<Trainer> trainer = makeTrainer(std::move(request));
    runAndReport(*trainer, own.get_token(), control, [&](const TrainEvent& event) {
        listener(event);
        const auto* progress = std::get_if<Progress>(&event);
        if (progress && stopAfter && progress->step >= *stopAfter) own.request_stop();
    });
    return result;
}

std::string outcomeName(RunState end) {
    switch (end) {
        case RunState::Completed:
            return "completed";
        case RunState::Stopped:
            return "stopped";
        default:
            return "failed";
    }
}

ExitCode finishTraining(const TrainingResult& result, const Report& report, const std::string& project) {
    switch (result.outcome.end) {
        case RunState::Completed:
            return kDone;
        case RunState::Stopped:
            report.note(
                "Stopped at step " + std::to_string(result.outcome.step) +
                (result.checkpoint ? "; saved as checkpoint " + std::to_string(*result.checkpoint) : "") +
                ". Go on with: visagist-cli resume '" + project + "'");
            return kStopped;
        default:
            report.note("visagist-cli: " + result.outcome.message.english());
            return exitCodeOf(result.outcome.code.value_or(ErrorCode::Internal));
    }
}

nlohmann::json trainingJson(const TrainingResult& result) {
    nlohmann::json metrics = nlohmann::json::object();
    for (const auto& [name, value] : result.lastMetrics) metrics[name] = numberOrNull(value, 9);
    nlohmann::json json{{"run", result.run},
                        {"step", result.outcome.step},
                        {"outcome", outcomeName(result.outcome.end)},
                        {"checkpoint", nullptr},
                        {"minutes", numberOrNull(result.minutes)},
                        {"imagesPerSecond", numberOrNull(result.imagesPerSecond, 2)},
                        {"metrics", std::move(metrics)}};
    if (result.checkpoint) json["checkpoint"] = *result.checkpoint;
    if (result.outcome.end == RunState::Failed) json["error"] = result.outcome.message.english();
    return json;
}

}  // namespace visagist::cli
