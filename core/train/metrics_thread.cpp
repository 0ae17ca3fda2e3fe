#include "core/train/metrics_thread.h"

#include <c10/core/Event.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <cassert>
#include <chrono>

#include "core/base/error.h"
#include "core/model/one_thread.h"
#include "core/train/networks.h"

namespace visagist {

namespace {

using Clock = std::chrono::steady_clock;

/// Rests after each part of the work for as long as the share demands.
class Rest {
public:
    Rest(const std::atomic<double>& share, bool rests, const std::stop_token& stop)
        : m_share(share), m_rests(rests), m_stop(stop) {}

    void operator()() {
        const auto worked = Clock::now() - m_since;
        const double share = std::clamp(m_share.load(), 0.01, 1.0);
        if (m_rests && share < 1) {
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any never;
            never.wait_for(lock, m_stop, worked * (1 / share - 1), [] { return false; });
        }
        if (m_stop.stop_requested())
            throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Measuring was stopped."));
        m_since = Clock::now();
    }

private:
    const std::atomic<double>& m_share;
    bool m_rests;
    std::stop_token m_stop;
    Clock::time_point m_since = Clock::now();
};

/// On a graphics card: a stream that does not wait for training, and training not for it.
std::optional<c10::Stream> ownStream(torch::Device device) {
    if (!device.is_cuda()) return std::nullopt;
    return c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device, false);
}

}  // namespace

MetricsThread::MetricsThread(const AlignedCache& cache, const ModelOptions& model, int people,
                             const NetworkMetricsPlan& plan, torch::Device device,
                             std::filesystem::path folder)
    : m_cache(cache),
      m_people(people),
      m_plan(plan),
      m_device(device),
      m_folder(std::move(folder)),
      m_copy(model, people) {
    m_copy->to(device);
    toChannelsLast(*m_copy);
    for (torch::Tensor& weight : m_copy->parameters()) weight.set_requires_grad(false);
    m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

void MetricsThread::measure(FusionNet& net, std::int64_t step, double share) {
    assert(!m_busy);
    m_busy = true;
    m_share = share;
    const torch::NoGradGuard noGrad;
    const std::vector<torch::Tensor> from = net->parameters(), to = m_copy->parameters();
    for (std::size_t i = 0; i < from.size(); ++i) to[i].copy_(from[i]);
    // The other stream must find the copy whole.
    if (m_device.is_cuda()) c10::impl::VirtualGuardImpl(m_device.type()).getStream(m_device).synchronize();
    {
        const std::scoped_lock lock(m_mutex);
        m_job = step;
    }
    m_changed.notify_all();
}

void MetricsThread::work(const std::stop_token& stop) {
    std::optional<OneThread> oneThread;
    if (m_device.is_cpu()) {
        at::get_num_threads();
        oneThread.emplace();
    }
    std::optional<c10::StreamGuard> stream;
    if (const auto own = ownStream(m_device)) stream.emplace(*own);
    while (true) {
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [&] { return m_job.has_value(); })) return;
        }
        Result result = carryOut(stop);
        {
            const std::scoped_lock lock(m_mutex);
            m_job.reset();
            m_result = std::move(result);
        }
        m_changed.notify_all();
    }
}

MetricsThread::Result MetricsThread::carryOut(const std::stop_token& stop) {
    Result result{.step = *m_job, .values = {}, .basis = {}, .failure = {}};
    try {
        Rest rest(m_share, m_device.is_cpu(), stop);
        if (!m_metrics) m_metrics.emplace(m_cache, m_people, m_plan, m_device, m_folder);
        result.values = m_metrics->measure(m_copy, rest);
        result.basis = m_metrics->basis();
    } catch (...) {
        result.failure = std::current_exception();
    }
    return result;
}

std::optional<MetricsThread::Result> MetricsThread::take() {
    if (!m_busy) return {};
    const std::scoped_lock lock(m_mutex);
    if (m_result) m_busy = false;
    return std::exchange(m_result, {});
}

std::optional<MetricsThread::Result> MetricsThread::wait(const std::stop_token& stop) {
    if (!m_busy) return {};
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait(lock, stop, [&] { return m_result.has_value(); })) return {};
    m_busy = false;
    return std::exchange(m_result, {});
}

}  // namespace visagist
