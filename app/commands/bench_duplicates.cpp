#include "app/commands/bench_duplicates.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <opencv2/imgcodecs.hpp>
#include <vector>

#include "core/base/platform.h"
#include "core/curate/duplicate_search.h"
#include "core/curate/parallel.h"
#include "core/data/demo_faces.h"
#include "core/data/seeded_random.h"
#include "core/image/opencv_bridge.h"
#include "core/image/resize.h"

namespace visagist {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSize = 96;
constexpr std::array<const char*, 4> kKinds{"savedAnew", "resized", "mirrored", "cut"};

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<Image> renderedFaces(const DuplicateBench& bench, const std::stop_token& stop,
                                 const std::function<void(std::int64_t, std::int64_t)>& progress) {
    std::vector<Image> faces(static_cast<std::size_t>(bench.rendered));
    std::atomic<std::int64_t> done = 0;
    inParallel(faces.size(), 4, 0, stop, [&](std::size_t i) {
        faces[i] = renderDemoFace(randomDemoPerson(mixedSeed(bench.seed, i % 200)),
                                  randomDemoContent(mixedSeed(bench.seed, 1, i), 40), kSize)
                       .image;
        if (const std::int64_t now = ++done; progress && now % 50 == 0) progress(now, bench.rendered);
    });
    return faces;
}

/// Face `index`: a rendered one, or two of them laid over each other in a light of its own.
Image originalFace(const std::vector<Image>& rendered, std::size_t index, std::uint64_t seed) {
    if (index < rendered.size()) return rendered[index];
    SeededRandom random(mixedSeed(seed, 2, index));
    const Image& a = rendered[random.below(rendered.size())];
    const Image& b = rendered[random.below(rendered.size())];
    const double share = random.uniform(0.3, 0.7);
    std::array<double, 3> gain{};
    for (double& one : gain) one = random.uniform(0.8, 1.1);
    Image face(kSize, kSize, 3);
    for (std::size_t i = 0; i < face.byteCount(); ++i) {
        const double value = gain[i % 3] * (share * a.data()[i] + (1 - share) * b.data()[i]);
        face.data()[i] = static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
    }
    return face;
}

Image savedAsJpeg(const Image& image, int quality) {
    std::vector<uchar> bytes;
    cv::imencode(".jpg", matOf(image), bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
    const cv::Mat read = cv::imdecode(bytes, cv::IMREAD_COLOR);
    Image result(read.cols, read.rows, 3);
    read.copyTo(matOf(result));
    return result;
}

Image mirroredPicture(const Image& image) {
    Image result(image.width(), image.height(), 3);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            std::copy_n(image.row(y) + std::ptrdiff_t{3} * x, 3,
                        result.row(y) + std::ptrdiff_t{3} * (image.width() - 1 - x));
    return result;
}

Image copyOf(const Image& face, std::size_t kind, SeededRandom random) {
    const int quality = 60 + static_cast<int>(random.below(31));
    switch (kind) {
        case 0:
            return savedAsJpeg(face, quality);
        case 1: {
            const int side = static_cast<int>(random.uniform(0.5, 1.6) * kSize);
            return savedAsJpeg(resized(face, side, side), 90);
        }
        case 2:
            return savedAsJpeg(mirroredPicture(face), quality);
        default: {
            constexpr double cut = 0.03;
            const double x = random.uniform(0, cut * kSize), y = random.uniform(0, cut * kSize);
            return savedAsJpeg(warped(face, {1 - cut, 0, x, 0, 1 - cut, y}, kSize, kSize), 90);
        }
    }
}

}  // namespace

nlohmann::json benchDuplicates(const DuplicateBench& bench, std::stop_token stop,
                               const std::function<void(std::int64_t, std::int64_t)>& progress) {
    const auto copies = static_cast<std::size_t>(bench.faces) / 20,
               originals = static_cast<std::size_t>(bench.faces) - copies;
    std::vector<Image> rendered = renderedFaces(bench, stop, progress);
    // Copies come behind the originals; copy c is one of face sourceOf(c).
    const auto sourceOf = [&](std::size_t copy) { return shuffledPlace(copy, originals, bench.seed); };
    std::vector<PictureLook> looks(originals + copies);
    std::atomic<std::int64_t> lookNanoseconds = 0;
    inParallel(looks.size(), 64, 0, stop, [&](std::size_t i) {
        const bool isCopy = i >= originals;
        Image face = originalFace(rendered, isCopy ? sourceOf(i - originals) : i, bench.seed);
        if (isCopy)
            face = copyOf(face, (i - originals) % kKinds.size(), SeededRandom(mixedSeed(bench.seed, 3, i)));
        const auto start = Clock::now();
        looks[i] = lookOf(face);
        lookNanoseconds += std::chrono::nanoseconds(Clock::now() - start).count();
    });
    rendered.clear();
    const double lookSeconds = double(lookNanoseconds) / 1e9 / double(threadsFor(0));
    const auto start = Clock::now();
    const auto groups = findCopies(looks, {}, stop, progress);
    const double searchSeconds = secondsSince(start);

    std::vector<std::size_t> groupOf(looks.size(), looks.size());
    std::int64_t right = 0, pairs = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (std::size_t a = 0; a < groups[g].size(); ++a) {
            groupOf[groups[g][a]] = g;
            for (std::size_t b = 0; b < a; ++b) {
                const auto origin = [&](std::size_t i) {
                    return i < originals ? i : sourceOf(i - originals);
                };
                ++pairs;
                right += origin(groups[g][a]) == origin(groups[g][b]);
            }
        }
    }
    std::array<std::int64_t, kKinds.size()> found{}, planted{};
    for (std::size_t copy = 0; copy < copies; ++copy) {
        const std::size_t group = groupOf[originals + copy];
        ++planted[copy % kKinds.size()];
        found[copy % kKinds.size()] += group < groups.size() && group == groupOf[sourceOf(copy)];
    }
    nlohmann::json byKind = nlohmann::json::object();
    std::int64_t allFound = 0;
    for (std::size_t k = 0; k < kKinds.size(); ++k) {
        byKind[kKinds[k]] = double(found[k]) / double(std::max<std::int64_t>(1, planted[k]));
        allFound += found[k];
    }
    return {{"recall", double(allFound) / double(std::max<std::size_t>(1, copies))},
            {"precision", double(right) / double(std::max<std::int64_t>(1, pairs))},
            {"seconds", lookSeconds + searchSeconds},
            {"peakMiB", double(peakResidentBytes()) / (1 << 20)},
            {"faces", looks.size()},
            {"copies", copies},
            {"lookSeconds", lookSeconds},
            {"searchSeconds", searchSeconds},
            {"recallByKind", byKind}};
}

}  // namespace visagist
