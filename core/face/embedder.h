// Who a face is, as 128 numbers: dlib's face recognition network.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/image/geometry.h"
#include "core/image/image.h"

namespace visagist {

/// Side in pixels of the picture that the network looks at, and how many numbers it gives.
inline constexpr int kChipSide = 150;
inline constexpr int kEmbeddingSize = 128;

/// Where the unit crop of the aligned face lies in the chip (continuous pixels). dlib's chip and our crop are
/// cut by the same mean face, so this is a scale and a shift.
Affine chipFromUnit();

/// The network's model file. Throws Error(NotFound | Damaged) as modelFile().
std::filesystem::path faceNetFile();

/// A tensor of the network, row-major.
struct NamedNumbers {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

using Embedding = std::array<float, kEmbeddingSize>;

/// dlib's own embedder (King, "High quality face recognition with deep metric learning", 2017): Euclidean
/// distances under about 0.6 are one person. All embedders share one loaded network and wait for each other.
class FaceEmbedder {
public:
    /// Throws Error(NotFound | Damaged) where the model file is not there.
    FaceEmbedder();
    ~FaceEmbedder();

    /// All weights, as read by dlib: from the input on "conv0.weight" [out,in,h,w] and "conv0.bias" [out]
    /// with "conv0.scale" and "conv0.shift" [out] of the affine layer behind it, to "conv28.…"; and
    /// "linear.weight" [256,128].
    std::vector<NamedNumbers> weights() const;

    /// The 150 x 150 pixels that the network looks at, as dlib cuts them. `photo` is RGB, 8 bit; `landmarks`
    /// are 5 in dlib's order, in pixels of the photo. Throws Error(InvalidArgument) for others.
    Image chip(const Image& photo, std::span<const Point> landmarks) const;
    /// Of a chip (150 x 150, RGB, 8 bit); throws Error(InvalidArgument) for another size.
    Embedding embed(const Image& chip) const;

private:
    struct Network;
    std::shared_ptr<Network> m_network;
};

/// Euclidean distance.
double distanceBetween(const Embedding& a, const Embedding& b);

}  // namespace visagist
