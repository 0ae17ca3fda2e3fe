// The part of a training run that measures how good its faces are, beside training.
#include "core/data/aligned_cache.h"
#include "core/model/device.h"
#include "core/store/metric_table.h"
#include "core/train/training_run.h"

namespace visagist {

void TrainingRun::beginMeasuring() {
    const MetricOptions& options = m_recipe.metrics;
    if (m_measuringFailed || options.every == 0 || m_step % options.every != 0) return;
    if (m_measuring && m_measuring->busy()) return;  // the next time, then
    try {
        if (!m_measuring) {
            const NetworkMetricsPlan plan{.network = options.network,
                                          .pictures = options.pictures,
                                          .seed = static_cast<std::uint64_t>(m_recipe.train.seed)};
            m_measuring = std::make_unique<MetricsThread>(
                *m_cache, m_recipe.model, static_cast<int>(m_people.size()), plan, m_device,
                AlignedCache::pathOf(*m_project, m_dataset, pixels(m_recipe.model.resolution)).parent_path());
        }
        m_measuring->measure(m_networks->ema, m_step, options.share);
    } catch (const std::exception& error) {
        if (!isOutOfMemory(error)) throw;
        stopMeasuring({VISAGIST_TEXT("There is no memory to measure the faces; training goes on."), {}});
    }
}

void TrainingRun::stopMeasuring(Message why) {
    m_measuringFailed = true;
    m_measuring.reset();
    notice(Notice::Severity::Warning, Event::Kind::Warning, std::move(why));
}

void TrainingRun::takeMeasured() {
    if (!m_measuring) return;
    m_measuring->setShare(m_recipe.metrics.share);
    if (auto result = m_measuring->take()) recordMeasured(*result);
}

void TrainingRun::endMeasuring(const std::stop_token& stop) {
    if (m_measuring) {
        m_measuring->setShare(1);  // training is over: nobody is kept waiting but the person
        if (auto result = m_measuring->wait(stop)) recordMeasured(*result);
    }
    m_measuring.reset();
}

void TrainingRun::recordMeasured(const MetricsThread::Result& result) {
    try {
        if (result.failure) std::rethrow_exception(result.failure);
    } catch (const std::exception& error) {
        const auto* known = dynamic_cast<const Error*>(&error);
        if (known && known->code() == ErrorCode::Cancelled) return;
        return stopMeasuring({VISAGIST_TEXT("The faces are not measured in this run: %1"), {error.what()}});
    }
    if (result.values.empty()) {
        return stopMeasuring(
            {VISAGIST_TEXT("The faces are not measured in this run: there are too few photographs."), {}});
    }
    const std::map<std::string, double> values =
        insertMeasured(m_project->database(), m_run, result.step, result.values, result.basis);
    tell(Measured{result.step, values});
}

}  // namespace visagist
