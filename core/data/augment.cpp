#include "core/data/augment.h"

#include <cassert>

#include "core/data/augment_tile.h"

namespace visagist {

namespace {

/// A team of one.
struct Alone {
    template <class F>
    void each(int count, const F& f) const {
        for (int i = 0; i < count; ++i) f(i);
    }
};

}  // namespace

void makeExample(const std::uint8_t* face, int resolution, const AugmentPlan& plan,
                 const ExampleBuffers& out) {
    assert(resolution % tile::kSize == 0 && plan.blur <= kMostBlur);
    tile::Memory memory;
    const tile::Face whole{face, resolution, out.input, out.target, out.mask};
    for (int top = 0; top < resolution; top += tile::kSize) {
        for (int left = 0; left < resolution; left += tile::kSize)
            tile::make(Alone{}, memory, whole, plan, left, top);
    }
}

Examples makeExamples(const Batch& batch) {
    const std::size_t area = batch.area(), count = batch.person.size();
    Examples examples{.number = batch.number,
                      .resolution = batch.resolution,
                      .input = std::vector<float>(3 * area * count),
                      .target = std::vector<float>(3 * area * count),
                      .mask = std::vector<float>(area * count),
                      .person = batch.person};
    for (std::size_t i = 0; i < count; ++i) {
        makeExample(batch.face(i), batch.resolution, batch.plans[i],
                    {examples.input.data() + 3 * area * i, examples.target.data() + 3 * area * i,
                     examples.mask.data() + area * i});
    }
    return examples;
}

}  // namespace visagist
