// What the discriminator sees of photos and of made faces: more and more changed, the better it knows the
// photos by heart.
#pragma once
#include <torch/torch.h>

namespace visagist {

/// Adaptive discriminator augmentation (Karras et al. 2020): every change comes with a probability that rises
/// while the discriminator is surer of photos than `target` says, and falls while it is less so. Both live on
/// the device and in checkpoints; nothing here waits for a graphics card.
class DiscriminatorViews {
public:
    explicit DiscriminatorViews(torch::Device device);

    /// Draws the changes of one batch of `count` faces, a function of seed and batch number: size, turn,
    /// shift, brightness, contrast, saturation, and a hole of half the width.
    struct Changes {
        torch::Tensor uniform;  ///< [N,7] whether a change comes, against the probability
        torch::Tensor move;     ///< [N,4] size, turn in radians, shift (x, y) where the face spans -1 … 1
        torch::Tensor colour;   ///< [N,3] brightness, contrast, saturation
        torch::Tensor hole;     ///< [N,2] its centre in -1 … 1
    };
    Changes draw(std::int64_t count, std::uint64_t seed, std::int64_t number) const;

    /// faces [N,3,R,R] in [-1,1] → the same, with gradients. With the probability 0 they are what was given.
    torch::Tensor see(const torch::Tensor& faces, const Changes& changes) const;

    /// Moves the probability by what the discriminator said of photos ([N] logits): by at most 1 in
    /// half a million faces.
    void judge(const torch::Tensor& logitsOfPhotos, double target);

    torch::Tensor probability() const { return m_state[0]; }
    /// [2]: the probability, and the recent mean of the logits' signs.
    const torch::Tensor& state() const { return m_state; }

private:
    torch::Tensor m_state;
};

}  // namespace visagist
