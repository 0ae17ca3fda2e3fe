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

}  // namespace visagist
