// Whom a face looks like, to a small network that is trained for the question and that training never sees.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "core/image/image.h"
#include "core/options/train_options.h"

namespace visagist {

struct LabelledFace {
    Image face;  ///< aligned, RGB, 8 bit
    int person = 0;
};

struct LikenessRequest {
    int people = 0;
    int passes = 120;  ///< how often each photograph is seen
    int batch = 32;
    std::uint64_t seed = 1;
    Device device = Device::Auto;
};

/// An embedder of 128 numbers, learned from scratch on photographs of the people in question: their faces, 64
/// px wide, bent out of place, of other brightness and sharpness each time, are told apart by the cosine with
/// a direction a person (normalised softmax; Wang et al. 2017, "NormFace"). A fusion network that pleases the
/// face network it was trained with may fool that one; it has never met this one. Belongs to one thread at a
/// time.
class LikenessJudge {
public:
    /// Every person has at least one face. The same faces and seed give the same judge on the processor with
    /// the same number of threads. `progress(done, total)` after each step. Throws Error(InvalidArgument) for
    /// fewer than two people, a person out of range or without a face, Error(Cancelled) on stop.
    static std::unique_ptr<LikenessJudge> trained(std::span<const LabelledFace> faces,
                                                  const LikenessRequest& request, std::stop_token stop = {},
                                                  const std::function<void(int, int)>& progress = {});
    virtual ~LikenessJudge() = default;
    /// Cosine of a face of any size with the mean of each person's photographs, in the order of the people.
    virtual std::vector<double> similarities(const Image& face) const = 0;
};

/// The `count` people that are most alike, nearest first.
std::vector<int> nearestPeople(std::span<const double> similarities, std::size_t count);

}  // namespace visagist
