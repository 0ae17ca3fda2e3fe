#include "core/train/device_batch.h"

#include <ATen/Parallel.h>

#include "core/model/device.h"
#include "core/train/augment_card.h"

namespace visagist {

namespace {

torch::Tensor onDevice(const std::vector<float>& values, at::IntArrayRef shape, torch::Device device) {
    return torch::from_blob(const_cast<float*>(values.data()), shape, torch::kFloat32)
        .to(device, torch::kFloat32, /*non_blocking=*/false, /*copy=*/true);
}

/// [B,R,R,C] as the [B,C,R,R] in channels-last order that it is.
torch::Tensor channelsFirst(const torch::Tensor& interleaved) { return interleaved.permute({0, 3, 1, 2}); }

#ifdef VISAGIST_KERNELS
/// Bytes in memory from which a graphics card reads by itself.
torch::Tensor pinned(const void* bytes, std::size_t count) {
    return torch::from_blob(const_cast<void*>(bytes), {static_cast<std::int64_t>(count)}, torch::kUInt8)
        .pin_memory();
}
#endif

}  // namespace

DeviceBatch::DeviceBatch(const Batch& batch, torch::Device device)
    : people(batch.person), number(batch.number) {
    const std::int64_t b = batch.size(), r = batch.resolution;
    person = torch::tensor(batch.person, torch::kInt64).to(device);
    const auto made = torch::TensorOptions(torch::kFloat32);
#ifdef VISAGIST_KERNELS
    if (device.is_cuda()) {
        const torch::Tensor faces = pinned(batch.faces.data(), batch.faces.size()).to(device, true);
        const torch::Tensor plans =
            pinned(batch.plans.data(), batch.plans.size() * sizeof(AugmentPlan)).to(device, true);
        torch::Tensor seen = torch::empty({b, r, r, 3}, made.device(device)), whole = torch::empty_like(seen);
        mask = torch::empty({b, 1, r, r}, made.device(device));
        const CardFaces work{
            .pixels = faces.const_data_ptr<std::uint8_t>(),
            .plans = reinterpret_cast<const AugmentPlan*>(plans.const_data_ptr<std::uint8_t>()),
            .count = static_cast<int>(b),
            .resolution = batch.resolution,
            .input = seen.mutable_data_ptr<float>(),
            .target = whole.mutable_data_ptr<float>(),
            .mask = mask.mutable_data_ptr<float>()};
        if (const char* failure = augmentOnCard(work, currentStream(device)))
            throw Error(ErrorCode::Internal,
                        VISAGIST_TEXT("The graphics card could not prepare the faces: %1"), {failure});
        input = channelsFirst(seen);
        target = channelsFirst(whole);
        return;
    }
#endif
    torch::Tensor seen = torch::empty({b, r, r, 3}, made), whole = torch::empty_like(seen);
    mask = torch::empty({b, 1, r, r}, made);
    float *inputs = seen.mutable_data_ptr<float>(), *targets = whole.mutable_data_ptr<float>(),
          *masks = mask.mutable_data_ptr<float>();
    const std::int64_t area = r * r;
    at::parallel_for(0, b, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const auto at = static_cast<std::size_t>(i);
            makeExample(batch.face(at), batch.resolution, batch.plans[at],
                        {inputs + 3 * area * i, targets + 3 * area * i, masks + area * i});
        }
    });
    input = channelsFirst(seen.to(device));
    target = channelsFirst(whole.to(device));
    mask = mask.to(device);
}

DeviceBatch::DeviceBatch(const Examples& examples, torch::Device device)
    : people(examples.person), number(examples.number) {
    const std::int64_t b = examples.size(), r = examples.resolution;
    input = channelsFirst(onDevice(examples.input, {b, r, r, 3}, device));
    target = channelsFirst(onDevice(examples.target, {b, r, r, 3}, device));
    mask = onDevice(examples.mask, {b, 1, r, r}, device);
    person = torch::tensor(examples.person, torch::kInt64).to(device);
}

}  // namespace visagist
