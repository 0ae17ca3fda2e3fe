#include "core/model/mtcnn_finder.h"

#include <torch/torch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include "core/face/model_files.h"
#include "core/face/suppress.h"
#include "core/image/area_means.h"
#include "core/image/resize.h"
#include "core/model/mtcnn_nets.h"
#include "core/model/one_thread.h"
#include "core/store/safetensors.h"

namespace visagist {
namespace {

constexpr const char* kFile = "mtcnn.safetensors";
constexpr const char* kSha256 = "428aeac1616bf1916b0d530e9cfc07033ca69b5593c2418176076fbdef612d53";

constexpr int kWindow = 12, kStride = 2, kRefinedSide = 24, kPlacedSide = 48;
constexpr double kFactor = 0.709;
constexpr float kProposed = 0.6f, kRefined = 0.7f, kPlaced = 0.7f;
constexpr float kApartInScale = 0.5f, kApart = 0.7f;
/// Pictures a network is given at once; more need memory and are no faster.
constexpr std::int64_t kBatch = 128;

/// A box on its way through the cascade, in fp32 as in facenet-pytorch: its corners are cut to whole pixels,
/// so that other arithmetic gives other faces. Pixels are counted from 1.
struct Box {
    float x1 = 0, y1 = 0, x2 = 0, y2 = 0, score = 0;
    std::array<float, 4> correction{};
    std::array<float, 10> points{};

    float area(float more) const { return (x2 - x1 + more) * (y2 - y1 + more); }
    /// The box moved by its correction; sides are one longer by the count from 1.
    void correct(float more) {
        const float w = x2 - x1 + more, h = y2 - y1 + more;
        x1 += correction[0] * w, y1 += correction[1] * h;
        x2 += correction[2] * w, y2 += correction[3] * h;
    }
    /// The square of the longer side around the same middle.
    void makeSquare() {
        const float h = y2 - y1, w = x2 - x1, side = std::max(w, h);
        x1 = x1 + w * 0.5f - side * 0.5f, y1 = y1 + h * 0.5f - side * 0.5f;
        x2 = x1 + side, y2 = y1 + side;
    }
};

float common(const Box& a, const Box& b, float more) {
    return std::max(0.0f, std::min(a.x2, b.x2) - std::max(a.x1, b.x1) + more) *
           std::max(0.0f, std::min(a.y2, b.y2) - std::max(a.y1, b.y1) + more);
}

void keepApart(std::vector<Box>& boxes, auto&& isSame) {
    std::vector<float> scores;
    for (const Box& box : boxes) scores.push_back(box.score);
    std::vector<Box> kept;
    for (const std::size_t i : highestApart<float>(
             scores, [&](std::size_t a, std::size_t b) { return isSame(boxes[a], boxes[b]); }))
        kept.push_back(boxes[i]);
    boxes = std::move(kept);
}

void keepApartByUnion(std::vector<Box>& boxes, float limit) {
    keepApart(boxes, [=](const Box& a, const Box& b) {
        const float both = common(a, b, 0);
        return both / (a.area(0) + b.area(0) - both) > limit;
    });
}

void keepApartBySmaller(std::vector<Box>& boxes, float limit) {
    keepApart(boxes, [=](const Box& a, const Box& b) {
        return common(a, b, 1) / std::min(a.area(1), b.area(1)) > limit;
    });
}

std::shared_ptr<const MtcnnNets> sharedNets() {
    static std::mutex mutex;
    static std::weak_ptr<const MtcnnNets> kept;
    const std::filesystem::path path = modelFile(kFile, kSha256);
    const std::scoped_lock lock(mutex);
    if (auto nets = kept.lock()) return nets;
    auto nets = std::make_shared<const MtcnnNets>(readSafetensors(path));
    kept = nets;
    return nets;
}

class MtcnnFinder : public BoxFinder {
public:
    MtcnnFinder(int smallestFace, double threshold)
        : m_smallest(std::max(smallestFace, kWindow)), m_threshold(threshold), m_nets(sharedNets()) {}

    std::string name() const override { return "mtcnn"; }
    FinderTraits traits() const override { return {.smallestFace = 20, .tilt = 30}; }

    std::vector<FoundBox> find(const Image& view, int doublings) override {
        const int times = 1 << doublings;
        const AreaMeans picture(doublings ? resized(view, view.width() * times, view.height() * times)
                                          : view);
        at::get_num_threads();  // sets LibTorch's number on this thread, before ours does
        const OneThread alone;
        std::vector<Box> boxes = proposals(picture);
        refine(picture, boxes);
        place(picture, boxes);
        std::vector<FoundBox> found;
        for (const Box& box : boxes) {
            if (static_cast<double>(box.score) >= m_threshold) found.push_back(foundBox(box, times));
        }
        return found;
    }

private:
    /// The P net over a pyramid of the picture.
    std::vector<Box> proposals(const AreaMeans& picture) const {
        std::vector<Box> all;
        double scale = double(kWindow) / m_smallest;
        for (double side = std::min(picture.width(), picture.height()) * scale; side >= kWindow;
             side *= kFactor, scale *= kFactor) {
            std::vector<Box> boxes = proposalsAt(picture, scale);
            keepApartByUnion(boxes, kApartInScale);
            all.insert(all.end(), boxes.begin(), boxes.end());
        }
        keepApartByUnion(all, kApart);
        for (Box& box : all) {
            box.correct(0);
            box.makeSquare();
        }
        return all;
    }

    std::vector<Box> proposalsAt(const AreaMeans& picture, double scale) const {
        const int width = static_cast<int>(picture.width() * scale + 1),
                  height = static_cast<int>(picture.height() * scale + 1);
        torch::Tensor input = torch::empty({1, 3, height, width});
        picture.read(0, 0, picture.width(), picture.height(), width, height,
                     {input.data_ptr<float>(), static_cast<std::size_t>(input.numel())});
        const MtcnnOutput output = m_nets->proposals(input);
        const torch::Tensor scores = output.scores.contiguous(), corrections = output.boxes.contiguous();
        const std::int64_t rows = scores.size(1), columns = scores.size(2);
        const float *score = scores.data_ptr<float>(), *correction = corrections.data_ptr<float>();
        const auto toPicture = static_cast<float>(scale);
        std::vector<Box> boxes;
        for (std::int64_t i = 0; i < rows * columns; ++i) {
            if (score[i] < kProposed) continue;
            const auto x = static_cast<float>(kStride * (i % columns)),
                       y = static_cast<float>(kStride * (i / columns));
            Box box{std::floor((x + 1) / toPicture),
                    std::floor((y + 1) / toPicture),
                    std::floor((x + kWindow) / toPicture),
                    std::floor((y + kWindow) / toPicture),
                    score[i],
                    {},
                    {}};
            for (std::size_t k = 0; k < 4; ++k)
                box.correction[k] = correction[static_cast<std::int64_t>(k) * rows * columns + i];
            boxes.push_back(box);
        }
        return boxes;
    }

    /// Shows `boxes` to a network in batches of crops of side x side; boxes that show nothing of the picture
    /// are dropped. answer(output, first box of the batch).
    static void show(const AreaMeans& picture, std::vector<Box>& boxes, int side, auto&& network,
                     auto&& answer) {
        const auto left = [](const Box& box) { return std::max(1, static_cast<int>(box.x1)); };
        const auto top = [](const Box& box) { return std::max(1, static_cast<int>(box.y1)); };
        const auto right = [&](const Box& box) {
            return std::min(picture.width(), static_cast<int>(box.x2));
        };
        const auto bottom = [&](const Box& box) {
            return std::min(picture.height(), static_cast<int>(box.y2));
        };
        std::erase_if(boxes,
                      [&](const Box& box) { return right(box) < left(box) || bottom(box) < top(box); });
        const auto count = static_cast<std::int64_t>(boxes.size());
        const std::size_t numbers = 3 * static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
        for (std::int64_t first = 0; first < count; first += kBatch) {
            const std::int64_t many = std::min(kBatch, count - first);
            torch::Tensor input = torch::empty({many, 3, side, side});
            for (std::int64_t i = 0; i < many; ++i) {
                const Box& box = boxes[static_cast<std::size_t>(first + i)];
                picture.read(left(box) - 1, top(box) - 1, right(box) - left(box) + 1,
                             bottom(box) - top(box) + 1, side, side,
                             {input.data_ptr<float>() + static_cast<std::size_t>(i) * numbers, numbers});
            }
            answer(network(input), static_cast<std::size_t>(first));
        }
    }

    static void takeAnswer(const MtcnnOutput& output, std::size_t first, std::vector<Box>& boxes) {
        const torch::Tensor corrections = output.boxes.contiguous(), scores = output.scores.contiguous();
        for (std::int64_t i = 0; i < scores.size(0); ++i) {
            Box& box = boxes[first + static_cast<std::size_t>(i)];
            box.score = scores.data_ptr<float>()[i];
            std::copy_n(corrections.data_ptr<float>() + 4 * i, 4, box.correction.begin());
        }
    }

    void refine(const AreaMeans& picture, std::vector<Box>& boxes) const {
        show(
            picture, boxes, kRefinedSide, [&](const auto& input) { return m_nets->refined(input); },
            [&](const auto& output, std::size_t first) { takeAnswer(output, first, boxes); });
        std::erase_if(boxes, [](const Box& box) { return !(box.score > kRefined); });
        keepApartByUnion(boxes, kApart);
        for (Box& box : boxes) {
            box.correct(1);
            box.makeSquare();
        }
    }

    void place(const AreaMeans& picture, std::vector<Box>& boxes) const {
        show(
            picture, boxes, kPlacedSide, [&](const auto& input) { return m_nets->placed(input); },
            [&](const auto& output, std::size_t first) {
                takeAnswer(output, first, boxes);
                const torch::Tensor points = output.points.contiguous();
                for (std::int64_t i = 0; i < points.size(0); ++i)
                    std::copy_n(points.data_ptr<float>() + 10 * i, 10,
                                boxes[first + static_cast<std::size_t>(i)].points.begin());
            });
        std::erase_if(boxes, [](const Box& box) { return !(box.score > kPlaced); });
        for (Box& box : boxes) {
            const float w = box.x2 - box.x1 + 1, h = box.y2 - box.y1 + 1;
            for (std::size_t k = 0; k < 5; ++k) {
                box.points[k] = w * box.points[k] + box.x1 - 1;
                box.points[k + 5] = h * box.points[k + 5] + box.y1 - 1;
            }
            box.correct(1);
        }
        keepApartBySmaller(boxes, kApart);
    }

    static FoundBox foundBox(const Box& box, int times) {
        const double scale = 1.0 / times;
        const auto scaled = [&](float value) { return static_cast<double>(value) * scale; };
        FoundBox found{{scaled(box.x1 - 1), scaled(box.y1 - 1), scaled(box.x2 - box.x1 + 1),
                        scaled(box.y2 - box.y1 + 1)},
                       static_cast<double>(box.score),
                       {}};
        for (std::size_t k = 0; k < 5; ++k)
            found.points.push_back({scaled(box.points[k]), scaled(box.points[k + 5])});
        return found;
    }

    int m_smallest;
    double m_threshold;
    std::shared_ptr<const MtcnnNets> m_nets;
};

}  // namespace

std::unique_ptr<BoxFinder> makeMtcnnFinder(int smallestFace, double threshold) {
    return std::make_unique<MtcnnFinder>(smallestFace, threshold);
}

DetectorCatalogue allDetectors() {
    DetectorCatalogue catalogue = detectorsOfFaceRoom();
    catalogue.add({DetectorKind::Mtcnn, [] { modelFile(kFile, kSha256); },
                   [](const ImportOptions& options) {
                       return makeMtcnnFinder(std::max(options.minFace, 20), options.threshold);
                   }});
    return catalogue;
}

}  // namespace visagist
