#include "core/train/trainer.h"

#include <torch/torch.h>

#include "core/base/log.h"
#include "core/model/device.h"

namespace visagist {

namespace {

RunOutcome failed(ErrorCode code, Message message) {
    return {.end = RunState::Failed, .step = 0, .code = code, .message = std::move(message)};
}

/// What LibTorch says of the memory that was asked for and that is free, without its advice to programmers.
std::string neededAndFree(const c10::OutOfMemoryError& error) {
    const std::string text = error.what_without_backtrace(), end = " is free.";
    const std::size_t at = text.find(end);
    return at == std::string::npos ? text : text.substr(0, at + end.size());
}

}  // namespace

void runAndReport(Trainer& trainer, std::stop_token stop, RunControl& control, const TrainSink& sink) {
    RunOutcome outcome;
    std::int64_t step = 0;
    const TrainSink watching = [&](TrainEvent event) {
        if (const auto* progress = std::get_if<Progress>(&event)) step = progress->step;
        if (const auto* saved = std::get_if<CheckpointSaved>(&event)) step = saved->step;
        if (const auto* started = std::get_if<RunStarted>(&event)) step = started->step;
        sink(std::move(event));
    };
    try {
        trainer.run(stop, control, watching);
        if (stop.stop_requested()) outcome.end = RunState::Stopped;
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Cancelled) {
            outcome.end = RunState::Stopped;
        } else {
            outcome = failed(error.code(), error.message());
        }
    } catch (const c10::OutOfMemoryError& error) {
        logError(error.what());
        outcome = failed(ErrorCode::OutOfMemory,
                         {VISAGIST_TEXT("The graphics memory is used up: %1 Choose a smaller batch with more "
                                        "accumulation, or a smaller preset."),
                          {neededAndFree(error)}});
    } catch (const std::exception& error) {
        logError(error.what());
        const auto* inside = dynamic_cast<const c10::Error*>(&error);
        if (isOutOfMemory(error)) {
            outcome = failed(
                ErrorCode::OutOfMemory,
                {VISAGIST_TEXT("The memory is used up. Choose a smaller batch or a smaller preset."), {}});
        } else if (inside) {
            outcome = failed(ErrorCode::Internal, {VISAGIST_TEXT("Training failed inside LibTorch: %1"),
                                                   {inside->what_without_backtrace()}});
        } else {
            outcome = failed(ErrorCode::Internal, {VISAGIST_TEXT("Training failed: %1"), {error.what()}});
        }
    }
    outcome.step = step;
    sink(std::move(outcome));
}

}  // namespace visagist
