#include "core/train/course.h"

#include <algorithm>

#include "core/train/schedule.h"

namespace visagist {

namespace {

/// A validation loss counts as better where it fell by this share.
constexpr double kLeastImprovement = 1e-3;

Stage stageOf(StageWish wish) {
    return wish == StageWish::Detail ? Stage::Detail : wish == StageWish::Mix ? Stage::Mix : Stage::Shape;
}

template <class Number>
void read(const nlohmann::json& state, const char* key, Number& into) {
    if (const auto entry = state.find(key); entry != state.end() && entry->is_number())
        into = entry->get<Number>();
}

}  // namespace

Stage Course::enter(const TrainOptions& options, double fraction) {
    const Stage planned = stageAt(options, fraction);
    const Stage stage =
        options.stage == StageWish::Auto ? std::max(planned, m_reached) : stageOf(options.stage);
    if (stage != Stage::Detail) {
        m_detailBegan.reset();
    } else if (!m_detailBegan) {
        m_detailBegan = planned == Stage::Detail ? options.detailFrom : fraction;
    }
    if (stage != m_stage) {  // each stage has losses of its own
        m_best.reset();
        m_withoutProgress = 0;
    }
    return m_stage = stage;
}

double Course::adversarial(double fraction) const {
    if (!m_detailBegan) return 0;
    const double left = 1 - *m_detailBegan;
    return left > 0 ? std::clamp((fraction - *m_detailBegan) / (left / 6), 0.0, 1.0) : 0;
}

Course::Verdict Course::judge(const TrainOptions& options, double validation) {
    if (!m_best || validation < *m_best * (1 - kLeastImprovement)) {
        m_best = validation;
        m_withoutProgress = 0;
        return Verdict::GoOn;
    }
    ++m_withoutProgress;
    if (options.patience == 0 || m_withoutProgress < options.patience) return Verdict::GoOn;
    m_withoutProgress = 0;
    if (m_stage == Stage::Detail || options.stage != StageWish::Auto) return Verdict::End;
    m_reached = m_stage == Stage::Shape ? Stage::Mix : Stage::Detail;
    return Verdict::NextStage;
}

nlohmann::json Course::state() const {
    nlohmann::json state{{"reached", static_cast<int>(m_reached)},
                         {"stage", static_cast<int>(m_stage)},
                         {"withoutProgress", m_withoutProgress},
                         {"rollbacks", m_rollbacks}};
    if (m_detailBegan) state["detailBegan"] = *m_detailBegan;
    if (m_best) state["best"] = *m_best;
    return state;
}

Course Course::fromState(const nlohmann::json& state) {
    Course course;
    if (!state.is_object()) return course;
    int reached = 0, stage = 0;
    double detailBegan = -1, best = 0;
    read(state, "reached", reached);
    read(state, "stage", stage);
    read(state, "withoutProgress", course.m_withoutProgress);
    read(state, "rollbacks", course.m_rollbacks);
    read(state, "detailBegan", detailBegan);
    course.m_reached = static_cast<Stage>(std::clamp(reached, 0, 2));
    course.m_stage = static_cast<Stage>(std::clamp(stage, 0, 2));
    if (detailBegan >= 0) course.m_detailBegan = detailBegan;
    if (state.contains("best")) {
        read(state, "best", best);
        course.m_best = best;
    }
    return course;
}

}  // namespace visagist
