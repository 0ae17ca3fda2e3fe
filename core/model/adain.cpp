#include "core/model/adain.h"

#include <ATen/Parallel.h>

#include "core/model/adain_card.h"
#include "core/model/adain_kernel.h"
#include "core/model/device.h"

namespace visagist {

namespace {

constexpr double kEpsilon = 1e-5;

KernelType kernelType(torch::ScalarType type) {
    switch (type) {
        case torch::kFloat64:
            return KernelType::Float64;
        case torch::kBFloat16:
            return KernelType::BFloat16;
        case torch::kFloat16:
            return KernelType::Float16;
        default:
            return KernelType::Float32;
    }
}

KernelShape kernelShape(const torch::Tensor& x) {
    return {.batch = x.size(0), .channels = x.size(1), .pixels = x.size(2) * x.size(3)};
}

/// Whether `x` lies where one of the kernels can work on it.
bool hasKernel(const torch::Tensor& x) {
#ifdef VISAGIST_KERNELS
    if (x.is_cuda()) return x.scalar_type() != torch::kFloat64;
#endif
    return x.is_cpu();
}

template <class Work>
void runAll(const Work& work, torch::Device device) {
#ifdef VISAGIST_KERNELS
    if (device.is_cuda()) {
        torch::Tensor workspace =
            torch::empty({cardWorkspace(work.shape)}, torch::TensorOptions(torch::kFloat32).device(device));
        const char* failure = runOnCard(work, workspace.mutable_data_ptr<float>(), currentStream(device));
        TORCH_CHECK(!failure, "adaIn(): ", failure);
        return;
    }
#endif
    at::parallel_for(0, kernelTasks(work.shape), 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t task = begin; task < end; ++task) runTask(work, task);
    });
}

class FusedAdaIn : public torch::autograd::Function<FusedAdaIn> {
public:
    static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& given,
                                 const torch::Tensor& givenScale, const torch::Tensor& givenShift,
                                 double slope) {
        const torch::Tensor x = given.contiguous(torch::MemoryFormat::ChannelsLast);
        const torch::Tensor scale = givenScale.contiguous(), shift = givenShift.contiguous();
        torch::Tensor y = torch::empty_like(x);
        torch::Tensor mean = torch::empty_like(scale), rstd = torch::empty_like(scale);
        runAll(AdaInForward{.shape = kernelShape(x),
                            .type = kernelType(x.scalar_type()),
                            .x = x.const_data_ptr(),
                            .scale = scale.const_data_ptr(),
                            .shift = shift.const_data_ptr(),
                            .y = y.mutable_data_ptr(),
                            .mean = mean.mutable_data_ptr(),
                            .rstd = rstd.mutable_data_ptr(),
                            .slope = slope,
                            .epsilon = kEpsilon},
               x.device());
        context->save_for_backward({x, y, scale, mean, rstd});
        context->saved_data["slope"] = slope;
        return y;
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        TORCH_CHECK(!torch::GradMode::is_enabled(), "adaIn() has no second gradient");
        const auto saved = context->get_saved_variables();
        const torch::Tensor &x = saved[0], &y = saved[1], &scale = saved[2];
        const torch::Tensor gradient = gradients[0].contiguous(torch::MemoryFormat::ChannelsLast);
        torch::Tensor ofX = torch::empty_like(x);
        torch::Tensor ofScale = torch::empty_like(scale), ofShift = torch::empty_like(scale);
        runAll(AdaInBackward{.shape = kernelShape(x),
                             .type = kernelType(x.scalar_type()),
                             .x = x.const_data_ptr(),
                             .y = y.const_data_ptr(),
                             .gradient = gradient.const_data_ptr(),
                             .scale = scale.const_data_ptr(),
                             .mean = saved[3].const_data_ptr(),
                             .rstd = saved[4].const_data_ptr(),
                             .ofX = ofX.mutable_data_ptr(),
                             .ofScale = ofScale.mutable_data_ptr(),
                             .ofShift = ofShift.mutable_data_ptr(),
                             .slope = context->saved_data["slope"].toDouble()},
               x.device());
        return {ofX, ofScale, ofShift, torch::Tensor()};
    }
};

}  // namespace

torch::Tensor adaIn(const torch::Tensor& x, const torch::Tensor& scale, const torch::Tensor& shift,
                    double slope) {
    return hasKernel(x) ? FusedAdaIn::apply(x, scale, shift, slope) : adaInByParts(x, scale, shift, slope);
}

torch::Tensor adaInByParts(const torch::Tensor& x, const torch::Tensor& scale, const torch::Tensor& shift,
                           double slope) {
    // One group a channel is instance normalisation.
    const torch::Tensor normalised = torch::group_norm(x, x.size(1), {}, {}, kEpsilon);
    const auto spread = [&](const torch::Tensor& style) {
        return style.to(normalised.dtype()).unsqueeze(2).unsqueeze(3);
    };
    return torch::leaky_relu(torch::addcmul(spread(shift), normalised, spread(scale)), slope);
}

}  // namespace visagist
