#include "core/model/device.h"

#include <ATen/Version.h>
#include <ATen/autocast_mode.h>
#include <torch/version.h>

#include "core/model/device_report.h"

namespace visagist {

namespace {

std::string withoutBacktrace(const std::exception& e) {
    if (const auto* error = dynamic_cast<const c10::Error*>(&e)) return error->what_without_backtrace();
    return e.what();
}

/// Whether the processor has instructions for bf16 (AVX-512 BF16, AMX), without which it is slower than fp32.
bool cpuComputesBf16() {
#if defined(__GNUC__) && defined(__x86_64__)
    return __builtin_cpu_supports("avx512bf16") != 0;
#else
    return false;
#endif
}

/// Runs one addition on GPU `index`; an old driver or card fails here rather than hours later.
void probe(int index) {
    const torch::Tensor x =
        torch::ones({2}, torch::Device(torch::kCUDA, static_cast<c10::DeviceIndex>(index)));
    if ((x + 1).sum().item<float>() != 4.0f) throw std::runtime_error("it computes wrongly");
}

}  // namespace

DeviceReport deviceReport() {
    DeviceReport report;
    report.torchVersion = TORCH_VERSION;
    report.cpuHasBf16 = cpuComputesBf16();
    report.cpuThreads = at::get_num_threads();
    report.cpuCapability = at::get_cpu_capability();
    if (!at::hasCUDA()) {
        report.whyNoGpu = {
            VISAGIST_TEXT("This copy of LibTorch has no CUDA part, or there is no NVIDIA driver."), {}};
        return report;
    }
    report.cudaVersion = std::to_string(at::detail::getCUDAHooks().versionCUDART());
    try {
        const int count = static_cast<int>(torch::cuda::device_count());
        if (count == 0) report.whyNoGpu = {VISAGIST_TEXT("No NVIDIA graphics card was found."), {}};
        for (int i = 0; i < count; ++i) {
            probe(i);
            report.gpus.push_back({"NVIDIA GPU " + std::to_string(i), 0});
        }
    } catch (const std::exception& e) {
        report.whyNoGpu = {VISAGIST_TEXT("The graphics card did not answer: %1"), {withoutBacktrace(e)}};
    }
    return report;
}

void setComputeThreads(int threads) {
    if (threads > 0) at::set_num_threads(threads);
}

torch::Device chooseDevice(Device wish) {
    if (wish == Device::Cpu) return torch::kCPU;
    const DeviceReport report = deviceReport();
    if (!report.gpus.empty()) return {torch::kCUDA, 0};
    if (wish == Device::Cuda) {
        throw Error(ErrorCode::Unsupported,
                    VISAGIST_TEXT("The graphics card cannot be used: %1 Choose the device “cpu” or “auto”."),
                    {report.whyNoGpu.english()});
    }
    return torch::kCPU;
}

Precision choosePrecision(Precision wish, torch::Device device) {
    if (wish != Precision::Auto) return wish;
    if (device.is_cuda()) return Precision::Bf16;
    return cpuComputesBf16() ? Precision::Bf16 : Precision::Fp32;
}

void* currentStream(torch::Device device) {
    return c10::impl::VirtualGuardImpl(device.type()).getStream(device).native_handle();
}

bool isOutOfMemory(const std::exception& error) {
    if (dynamic_cast<const std::bad_alloc*>(&error) || dynamic_cast<const c10::OutOfMemoryError*>(&error))
        return true;
    // The CPU's allocator has no exception of its own.
    if (const auto* known = dynamic_cast<const c10::Error*>(&error))
        return known->msg().find("can't allocate memory") != std::string::npos;
    // Nor has oneDNN, which needs memory for the code and the buffers of a layer.
    const std::string_view said = error.what();
    return said == "could not create a primitive" || said == "could not create a memory object";
}

std::string deviceName(torch::Device device) {
    if (device.is_cuda()) return "NVIDIA GPU " + std::to_string(device.index());
    return "CPU, " + std::to_string(at::get_num_threads()) + " threads";
}

AutocastScope::AutocastScope(Precision precision, torch::Device device)
    : m_device(device.type()), m_active(precision == Precision::Bf16 || precision == Precision::Fp16) {
    if (!m_active) return;
    m_wasEnabled = at::autocast::is_autocast_enabled(m_device);
    at::autocast::set_autocast_dtype(m_device,
                                     precision == Precision::Bf16 ? torch::kBFloat16 : torch::kFloat16);
    at::autocast::set_autocast_enabled(m_device, true);
    at::autocast::increment_nesting();
}

AutocastScope::~AutocastScope() {
    if (!m_active) return;
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
    at::autocast::set_autocast_enabled(m_device, m_wasEnabled);
}

AutocastOff::AutocastOff(torch::Device device)
    : m_device(device.type()), m_was(at::autocast::is_autocast_enabled(m_device)) {
    at::autocast::set_autocast_enabled(m_device, false);
}

AutocastOff::~AutocastOff() { at::autocast::set_autocast_enabled(m_device, m_was); }

}  // namespace visagist
