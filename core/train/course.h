// What a run decided on its way, besides what its step and its clock say: part of each checkpoint, so that a
// resumed run goes the same way.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>

#include "core/train/trainer.h"

namespace visagist {

class Course {
public:
    /// The stage at `fraction` of the run: the person's wish, else the schedule's or a later one that a
    /// standstill brought on.
    Stage enter(const TrainOptions& options, double fraction);
    /// The stage that was entered last.
    Stage stage() const { return m_stage; }

    /// 0 … 1: the share of their weight that adversarial losses have; rises over the first sixth of what was
    /// left when the detail stage began.
    double adversarial(double fraction) const;

    /// What a validation loss that got no better for `patience` looks asks for.
    enum class Verdict { GoOn, NextStage, End };
    Verdict judge(const TrainOptions& options, double validation);

    /// How often the run went back to a checkpoint so far. Random numbers depend on it, else the same would
    /// happen again.
    int rollbacks() const { return m_rollbacks; }
    void rolledBack(int times) { m_rollbacks = times; }

    nlohmann::json state() const;
    /// What is missing or of another kind keeps its default: older checkpoints have none.
    static Course fromState(const nlohmann::json& state);

private:
    Stage m_reached = Stage::Shape, m_stage = Stage::Shape;
    std::optional<double> m_detailBegan, m_best;
    int m_withoutProgress = 0, m_rollbacks = 0;
};

}  // namespace visagist
