#include "core/face/embedder.h"

#include <dlib/dnn.h>
#include <dlib/image_transforms.h>
#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/face/canonical.h"
#include "core/face/model_files.h"

namespace visagist {
namespace {

constexpr const char* kFile = "dlib_face_recognition_resnet_model_v1.dat";
constexpr const char* kSha256 = "55533b28a95800a551ba546ba62fe69625c7e95a7061c338adffead08719da30";
/// Of the chip around the mean face's unit square, on each side.
constexpr double kPadding = 0.25;

// The network's layers as dlib's types, from the input on; a type that differs from the file's cannot be
// read.
template <int channels, int stride, class Below>
using Twice =
    dlib::affine<dlib::con<channels, 3, 3, 1, 1,
                           dlib::relu<dlib::affine<dlib::con<channels, 3, 3, stride, stride, Below>>>>>;
template <int channels, class Below>
using Same = dlib::relu<dlib::add_prev1<Twice<channels, 1, dlib::tag1<Below>>>>;
template <int channels, class Below>
using Halved = dlib::relu<dlib::add_prev2<
    dlib::avg_pool<2, 2, 2, 2, dlib::skip1<dlib::tag2<Twice<channels, 2, dlib::tag1<Below>>>>>>>;

using Stem = dlib::max_pool<
    3, 3, 2, 2, dlib::relu<dlib::affine<dlib::con<32, 7, 7, 2, 2, dlib::input_rgb_image_sized<kChipSide>>>>>;
using Wide32 = Same<32, Same<32, Same<32, Stem>>>;
using Wide64 = Same<64, Same<64, Same<64, Halved<64, Wide32>>>>;
using Wide128 = Same<128, Same<128, Halved<128, Wide64>>>;
using Wide256 = Halved<256, Same<256, Same<256, Halved<256, Wide128>>>>;
using Linear = dlib::fc_no_bias<kEmbeddingSize, dlib::avg_pool_everything<Wide256>>;
using DlibNetwork = dlib::loss_metric<Linear>;

using Pixels = dlib::matrix<dlib::rgb_pixel>;

Error wrongPicture() {
    return {ErrorCode::InvalidArgument,
            VISAGIST_TEXT("Only 8-bit RGB pictures with 5 landmarks, or chips of 150 x 150 pixels, can be "
                          "embedded.")};
}

Pixels pixelsOf(const Image& image) {
    if (image.channels() != 3 || image.bitDepth() != 8 || image.empty()) throw wrongPicture();
    Pixels pixels(image.height(), image.width());
    for (int y = 0; y < image.height(); ++y) {
        const std::uint8_t* from = image.row(y);
        for (int x = 0; x < image.width(); ++x, from += 3) pixels(y, x) = {from[0], from[1], from[2]};
    }
    return pixels;
}

Image imageOf(const Pixels& pixels) {
    Image image(static_cast<int>(pixels.nc()), static_cast<int>(pixels.nr()), 3);
    for (int y = 0; y < image.height(); ++y) {
        std::uint8_t* to = image.row(y);
        for (int x = 0; x < image.width(); ++x, to += 3) {
            const dlib::rgb_pixel& p = pixels(y, x);
            to[0] = p.red, to[1] = p.green, to[2] = p.blue;
        }
    }
    return image;
}

/// The mean face in the chip, by dlib's count of pixels from their centres.
std::vector<dlib::dpoint> chipLandmarks() {
    std::vector<dlib::dpoint> points;
    for (const Point& p : meanFaceShape()) {
        points.emplace_back((p.x + kPadding) / (1 + 2 * kPadding) * kChipSide,
                            (p.y + kPadding) / (1 + 2 * kPadding) * kChipSide);
    }
    return points;
}

std::vector<float> numbers(const dlib::tensor& from, std::size_t first, std::size_t count) {
    const float* begin = from.host() + first;
    return {begin, begin + count};
}

}  // namespace

struct FaceEmbedder::Network {
    std::mutex mutex;  ///< dlib's networks keep what they computed last
    DlibNetwork net;

    static std::shared_ptr<Network> shared() {
        static std::mutex mutex;
        static std::weak_ptr<Network> kept;
        const std::filesystem::path path = faceNetFile();
        const std::scoped_lock lock(mutex);
        if (auto network = kept.lock()) return network;
        auto network = std::make_shared<Network>();
        try {
            dlib::deserialize(path.string()) >> network->net;
        } catch (const dlib::serialization_error& problem) {
            throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The model file \"%1\" cannot be read (%2)."),
                        {utf8FromPath(path), problem.what()});
        }
        kept = network;
        return network;
    }
};

std::vector<NamedNumbers> FaceEmbedder::weights() const {
    std::vector<NamedNumbers> all;
    int convolution = 28;  // dlib walks from the output to the input
    const std::scoped_lock lock(m_network->mutex);
    dlib::visit_computational_layers(std::as_const(m_network->net), [&](std::size_t, const auto& layer) {
        using Layer = std::remove_cvref_t<decltype(layer)>;
        const std::string name = "conv" + std::to_string(convolution);
        const dlib::tensor& parameters = layer.get_layer_params();
        if constexpr (std::is_same_v<Layer, dlib::affine_>) {
            const auto append = [&](const char* part, const dlib::tensor& of) {
                all.push_back({name + part, {of.k()}, numbers(of, 0, of.size())});
            };
            append(".scale", layer.get_gamma());
            append(".shift", layer.get_beta());
        } else if constexpr (requires { layer.num_filters(); }) {
            const auto out = static_cast<std::size_t>(layer.num_filters());
            const std::size_t each = parameters.size() / out - 1;
            const std::int64_t in = static_cast<std::int64_t>(each) / (layer.nr() * layer.nc());
            all.push_back({name + ".weight",
                           {layer.num_filters(), in, layer.nr(), layer.nc()},
                           numbers(parameters, 0, out * each)});
            all.push_back({name + ".bias", {layer.num_filters()}, numbers(parameters, out * each, out)});
            --convolution;
        } else if (parameters.size() > 0) {
            all.push_back({"linear.weight",
                           {parameters.num_samples(), parameters.k()},
                           numbers(parameters, 0, parameters.size())});
        }
    });
    return all;
}

Affine chipFromUnit() {
    const auto unit = canonicalLandmarks();
    std::array<Point, 5> chip;
    const std::vector<dlib::dpoint> points = chipLandmarks();
    for (std::size_t i = 0; i < chip.size(); ++i) chip[i] = {points[i].x() + 0.5, points[i].y() + 0.5};
    return similarityFromPoints(unit, chip);
}

std::filesystem::path faceNetFile() { return modelFile(kFile, kSha256); }

FaceEmbedder::FaceEmbedder() : m_network(Network::shared()) {}
FaceEmbedder::~FaceEmbedder() = default;

Image FaceEmbedder::chip(const Image& photo, std::span<const Point> landmarks) const {
    if (landmarks.size() != 5) throw wrongPicture();
    std::vector<dlib::dpoint> points;
    for (const Point& p : landmarks) points.emplace_back(p.x - 0.5, p.y - 0.5);
    Pixels cut;
    dlib::extract_image_chip(
        pixelsOf(photo), dlib::chip_details(chipLandmarks(), points, dlib::chip_dims(kChipSide, kChipSide)),
        cut);
    return imageOf(cut);
}

Embedding FaceEmbedder::embed(const Image& chip) const {
    if (chip.width() != kChipSide || chip.height() != kChipSide) throw wrongPicture();
    const Pixels pixels = pixelsOf(chip);
    const std::scoped_lock lock(m_network->mutex);
    const dlib::matrix<float, 0, 1> numbers = m_network->net(pixels);
    Embedding embedding;
    std::copy(numbers.begin(), numbers.end(), embedding.begin());
    return embedding;
}

double distanceBetween(const Embedding& a, const Embedding& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) squares += (double(a[i]) - b[i]) * (double(a[i]) - b[i]);
    return std::sqrt(squares);
}

}  // namespace visagist
