// Measures the averaged network on a thread of its own, so that training goes on meanwhile.
#pragma once
#include <torch/torch.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "core/options/model_options.h"
#include "core/train/network_metrics.h"

namespace visagist {

/// All functions are called on one thread, the trainer's. On a graphics card the work goes into a stream of
/// its own; on the processor it keeps to one core, and rests in between so as to take no more than its share.
class MetricsThread {
public:
    struct Result {
        std::int64_t step = 0;
        std::map<std::string, double> values;
        std::string basis;           ///< NetworkMetrics::basis()
        std::exception_ptr failure;  ///< why nothing was measured
    };

    /// `cache` outlives it. Networks that measure are loaded with the first measurement.
    MetricsThread(const AlignedCache& cache, const ModelOptions& model, int people,
                  const NetworkMetricsPlan& plan, torch::Device device, std::filesystem::path folder);
    /// What is under way is broken off.
    ~MetricsThread() = default;

    /// Whether a network was handed over whose result was not taken yet.
    bool busy() const { return m_busy; }
    /// Takes a copy of `net` as it is after `step` steps. Only where not busy(). `share`: of one core, on the
    /// processor, 0.01 … 1.
    void measure(FusionNet& net, std::int64_t step, double share);
    /// The share from here on, also of what is under way.
    void setShare(double share) { m_share = share; }
    /// The result, if there is one.
    std::optional<Result> take();
    /// The result of what is under way, waited for; nothing where nothing is, or on stop.
    std::optional<Result> wait(const std::stop_token& stop);

private:
    void work(const std::stop_token& stop);
    Result carryOut(const std::stop_token& stop);

    const AlignedCache& m_cache;
    const int m_people;
    const NetworkMetricsPlan m_plan;
    const torch::Device m_device;
    const std::filesystem::path m_folder;
    FusionNet m_copy;
    std::atomic<double> m_share = 1;
    bool m_busy = false;  // known to the trainer's thread alone

    std::optional<NetworkMetrics> m_metrics;  // used on the thread alone

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<std::int64_t> m_job;  ///< the step whose network was handed over
    std::optional<Result> m_result;
    std::jthread m_thread;
};

}  // namespace visagist
