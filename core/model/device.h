// Which device and number format a run uses.
#pragma once
#include <torch/torch.h>

#include "core/options/train_options.h"

namespace visagist {

/// Auto is the first graphics card that runs a tiny kernel, else the processor. Throws Error(Unsupported)
/// that says why, where a graphics card was asked for and there is none.
torch::Device chooseDevice(Device wish);

/// Auto is bf16 where the hardware computes in it, else fp32. Throws Error(Unsupported) where the device
/// cannot.
Precision choosePrecision(Precision wish, torch::Device device);

/// The cudaStream_t on which this thread's work for a graphics card waits in line.
void* currentStream(torch::Device device);

/// Whether `error` says that main or graphics memory is used up, however LibTorch put it.
bool isOutOfMemory(const std::exception& error);

/// "CPU, 2 threads" or "NVIDIA GPU 0".
std::string deviceName(torch::Device device);

/// Autocast to bf16 or fp16 on this thread while it lives; nothing for fp32.
class AutocastScope {
public:
    AutocastScope(Precision precision, torch::Device device);
    ~AutocastScope();
    AutocastScope(const AutocastScope&) = delete;
    AutocastScope& operator=(const AutocastScope&) = delete;

private:
    at::DeviceType m_device;
    bool m_active, m_wasEnabled = false;
};

/// Switches autocast off on this thread while it lives.
class AutocastOff {
public:
    explicit AutocastOff(torch::Device device);
    ~AutocastOff();
    AutocastOff(const AutocastOff&) = delete;
    AutocastOff& operator=(const AutocastOff&) = delete;

private:
    at::DeviceType m_device;
    bool m_was;
};

}  // namespace visagist
