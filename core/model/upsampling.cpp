#include "core/model/upsampling.h"

namespace visagist {

namespace {

/// [16,9]: row (p,q,a,b) says which of the nine weights add up to weight (a,b) of the kernel for the place
/// (p,q).
torch::Tensor kernelSums(const torch::TensorOptions& options) {
    // Of one axis: [place][small pixel][weight].
    constexpr float axis[2][2][3] = {{{1, 0, 0}, {0, 1, 1}}, {{1, 1, 0}, {0, 0, 1}}};
    const torch::Tensor along = torch::from_blob(const_cast<float*>(&axis[0][0][0]), {2, 2, 3});
    const torch::Tensor rows = along.view({2, 1, 2, 1, 3, 1}), columns = along.view({1, 2, 1, 2, 1, 3});
    return (rows * columns).view({16, 9}).to(options);
}

/// The four places' pixels side by side: parts [B,4·O,H+1,W+1] in channels-last order, seen as
/// [B,H,2,W,2,O]: the place (p,q) of small pixel (y,x) was computed at (y + p, x + q).
torch::Tensor interleavedView(const torch::Tensor& parts) {
    const std::int64_t b = parts.size(0), o = parts.size(1) / 4, h = parts.size(2) - 1, w = parts.size(3) - 1;
    const std::int64_t column = 4 * o, row = (w + 1) * column;
    return parts.as_strided({b, h, 2, w, 2, o}, {(h + 1) * row, row, row + 2 * o, column, column + o, 1});
}

class Interleave : public torch::autograd::Function<Interleave> {
public:
    static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& given) {
        const torch::Tensor parts = given.contiguous(torch::MemoryFormat::ChannelsLast);
        const std::int64_t b = parts.size(0), o = parts.size(1) / 4, h = parts.size(2) - 1,
                           w = parts.size(3) - 1;
        context->saved_data["sizes"] = parts.sizes().vec();
        return interleavedView(parts).contiguous().view({b, 2 * h, 2 * w, o}).permute({0, 3, 1, 2});
    }
    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        const torch::Tensor gradient = gradients[0].contiguous(torch::MemoryFormat::ChannelsLast);
        const torch::Tensor parts =
            torch::zeros(context->saved_data["sizes"].toIntVector(), gradient.options())
                .contiguous(torch::MemoryFormat::ChannelsLast);
        const torch::Tensor view = interleavedView(parts);
        view.copy_(gradient.permute({0, 2, 3, 1}).view(view.sizes()));
        return {parts};
    }
};

}  // namespace

torch::Tensor upsampled(const torch::Tensor& x) {
    return torch::upsample_nearest2d(x, std::vector<std::int64_t>{x.size(2) * 2, x.size(3) * 2});
}

torch::Tensor upsampledConvolution(const torch::Tensor& x, const torch::Tensor& weight) {
    if (!x.is_cpu()) return torch::conv2d(upsampled(x), weight, {}, 1, 1);
    const std::int64_t o = weight.size(0), i = weight.size(1);
    // [O,9,I] → [O,4,2,2,I] → [4,O,2,2,I], which is [4·O,I,2,2] in channels-last order.
    const torch::Tensor nine = weight.permute({0, 2, 3, 1}).reshape({o, 9, i});
    const torch::Tensor sums = torch::matmul(kernelSums(weight.options()), nine).view({o, 4, 2, 2, i});
    const torch::Tensor four = sums.transpose(0, 1).reshape({4 * o, 2, 2, i}).permute({0, 3, 1, 2});
    return Interleave::apply(torch::conv2d(x, four, {}, 1, 1));
}

}  // namespace visagist
