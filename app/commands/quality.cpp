#include "app/commands/quality.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <span>

#include "core/base/path.h"
#include "core/data/demo_faces.h"
#include "core/data/demo_project.h"
#include "core/fuse/fuser.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "core/metrics/psnr.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/project.h"

namespace visagist::cli {

namespace {

constexpr int kDemoPeople = 8;
constexpr const char* kDemoSeed = "demo.seed";

/// The mean of pictures of one size, kept unrounded.
class MeanPicture {
public:
    explicit MeanPicture(int size) : m_size(size), m_sum(static_cast<std::size_t>(size * size * 3)) {}
    void add(const Image& picture) {
        for (std::size_t i = 0; i < m_sum.size(); ++i) m_sum[i] += picture.data()[i];
        ++m_count;
    }
    /// The mean of several people's means, each with the same weight, rounded to 8 bits.
    static Image of(std::span<const MeanPicture* const> means) {
        Image image(means[0]->m_size, means[0]->m_size, 3);
        for (std::size_t i = 0; i < image.byteCount(); ++i) {
            double sum = 0;
            for (const MeanPicture* mean : means) sum += mean->m_sum[i] / mean->m_count;
            image.data()[i] = static_cast<std::uint8_t>(sum / static_cast<double>(means.size()) + 0.5);
        }
        return image;
    }
    int count() const { return m_count; }

private:
    int m_size, m_count = 0;
    std::vector<double> m_sum;
};

Image crossFade(const Image& a, const Image& b) {
    Image image(a.width(), a.height(), a.channels());
    for (std::size_t i = 0; i < image.byteCount(); ++i)
        image.data()[i] = static_cast<std::uint8_t>((a.data()[i] + b.data()[i] + 1) / 2);
    return image;
}

/// What the three sums of a row collect.
struct RowSums {
    PsnrSum network, meanFace, crossFade;
    QualityRow row() const {
        return {network.decibels().value_or(0), meanFace.decibels().value_or(0),
                crossFade.decibels().value_or(0)};
    }
};

int demoIndex(const std::string& name) {
    for (int index = 0; index < kDemoPeople; ++index) {
        if (demoPersonName(index) == name) return index;
    }
    throw Error(
        ErrorCode::InvalidArgument,
        VISAGIST_TEXT("Quality is measured on the demo people, whose true faces are known; %1 is none of "
                      "them. Make a demo project with visagist-cli demo."),
        {name});
}

class Measurement {
public:
    Measurement(const QualityRequest& request)
        : m_project(Project::open(request.project, Access::ReadOnly)),
          m_fuser(Fuser::open(request.project, request.checkpoint)),
          m_contents(request.contents) {
        const std::string seed = m_project.setting(kDemoSeed);
        if (seed.empty())
            throw Error(ErrorCode::InvalidArgument,
                        VISAGIST_TEXT("%1 is not a demo project: the truth about its people is not known."),
                        {utf8FromPath(request.project)});
        m_seed = std::stoull(seed);
        if (m_fuser->people().size() < 2)
            throw Error(ErrorCode::InvalidArgument,
                        VISAGIST_TEXT("The network knows one person only; swaps and fusions need two."));
        for (const std::string& name : m_fuser->people()) m_people.push_back(demoIndex(name));
        addMeans();
    }

    Quality run(const std::stop_token& stop,
                const std::function<void(std::int64_t, std::int64_t)>& progress) {
        const auto people = static_cast<std::int64_t>(m_people.size());
        const std::int64_t total = people * m_contents;
        for (std::int64_t done = 0; done < total; ++done) {
            if (stop.stop_requested())
                throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Measuring the quality was stopped."));
            progress(done, total);
            measure(static_cast<std::size_t>(done % people), static_cast<int>(done / people));
        }
        progress(total, total);
        return {.reconstruction = m_reconstruction.row(),
                .swap = m_swap.row(),
                .halfMix = m_halfMix.row(),
                .swapAverage = m_swapAverage.decibels().value_or(0),
                .trueSwapAverage = m_trueSwapAverage.decibels().value_or(0),
                .pictures = m_reconstruction.network.pictures() + m_swap.network.pictures() +
                            m_halfMix.network.pictures(),
                .checkpoint = m_fuser->checkpoint(),
                .step = m_fuser->step(),
                .resolution = m_fuser->resolution()};
    }

private:
    /// The mean training face of each of the network's people.
    void addMeans() {
        Database& database = m_project.database();
        for (const std::string& name : m_fuser->people()) {
            MeanPicture mean(m_fuser->resolution());
            const auto person = findPerson(database, name);
            if (person) {
                for (const Face& face : faces(database, {.person = person->id}))
                    mean.add(shrunk(decodeImage(faceCropPng(database, face.id))));
            }
            if (mean.count() == 0)
                throw Error(ErrorCode::NotFound, VISAGIST_TEXT("%1 has no faces of %2."),
                            {utf8FromPath(m_project.path()), name});
            m_means.push_back(std::move(mean));
        }
    }

    Image shrunk(const Image& crop) const {
        return resized(crop, m_fuser->resolution(), m_fuser->resolution());
    }

    DemoContent content(std::size_t driver, int index) const {
        return randomDemoContent(
            demoContentSeed(m_seed, m_people[driver], kHeldOutContent + static_cast<std::uint64_t>(index)));
    }

    /// The true picture of a weighted mix of people, as a training face.
    Image truth(const std::vector<double>& weights, const DemoContent& content) const {
        std::vector<DemoIdentity> identities;
        for (const int person : m_people) identities.push_back(demoPerson(person));
        const DemoIdentity identity = mixDemoPeople(identities, weights);
        return shrunk(renderDemoFace(identity, content, m_project.cropSize()).image);
    }

    std::vector<double> oneHot(std::size_t person) const {
        std::vector<double> weights(m_people.size());
        weights[person] = 1;
        return weights;
    }

    Image fused(const std::vector<double>& weights) {
        return m_fuser->fuse(FusionWeights::uniform(weights)).face;
    }

    /// `face` is the network's.
    void compare(RowSums& sums, const std::vector<double>& weights, const Image& truth, const Image& face,
                 const Image& faded) {
        std::vector<const MeanPicture*> shown;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (weights[i] > 0) shown.push_back(&m_means[i]);
        }
        sums.network.add(truth, face);
        sums.meanFace.add(truth, MeanPicture::of(shown));
        sums.crossFade.add(truth, faded);
    }

    /// One photo of `driver`, driven to itself, to each other person, and to half of each.
    void measure(std::size_t driver, int index) {
        const DemoContent own = content(driver, index);
        const Image photo = truth(oneHot(driver), own);
        m_fuser->setDriver(photo);
        const Image self = fused(oneHot(driver));
        for (std::size_t other = 0; other < m_people.size(); ++other) {
            if (other == driver) continue;
            const Image faded = crossFade(photo, truth(oneHot(other), content(other, index)));
            if (other == (driver + 1) % m_people.size())
                compare(m_reconstruction, oneHot(driver), photo, self, faded);
            const Image swapTruth = truth(oneHot(other), own);
            const Image swapped = fused(oneHot(other));
            compare(m_swap, oneHot(other), swapTruth, swapped, faded);
            std::vector<double> half(m_people.size());
            half[driver] = half[other] = 0.5;
            const Image halfTruth = truth(half, own);
            compare(m_halfMix, half, halfTruth, fused(half), faded);
            m_swapAverage.add(halfTruth, crossFade(self, swapped));
            m_trueSwapAverage.add(halfTruth, crossFade(photo, swapTruth));
        }
    }

    Project m_project;
    std::unique_ptr<Fuser> m_fuser;
    int m_contents;
    std::uint64_t m_seed = 0;
    std::vector<int> m_people;  ///< demoPerson() index of each of the network's people
    std::vector<MeanPicture> m_means;
    RowSums m_reconstruction, m_swap, m_halfMix;
    PsnrSum m_swapAverage, m_trueSwapAverage;  ///< pixel averages of two swaps, against the true half mix
};

}  // namespace

bool isDemoProject(const std::filesystem::path& project) {
    return !Project::open(project, Access::ReadOnly).setting(kDemoSeed).empty();
}

Quality measureQuality(const QualityRequest& request, std::stop_token stop,
                       const std::function<void(std::int64_t, std::int64_t)>& progress) {
    return Measurement(request).run(stop, progress);
}

nlohmann::json qualityJson(const std::optional<Quality>& quality) {
    const auto sum = [&](double Quality::*value) {
        return quality ? numberOrNull((*quality).*value) : nlohmann::json(nullptr);
    };
    const auto number = [&](double QualityRow::*column, QualityRow Quality::*row) {
        return quality ? numberOrNull((*quality).*row.*column) : nlohmann::json(nullptr);
    };
    return {{"reconstructionPsnr", number(&QualityRow::network, &Quality::reconstruction)},
            {"swapPsnr", number(&QualityRow::network, &Quality::swap)},
            {"halfMixPsnr", number(&QualityRow::network, &Quality::halfMix)},
            {"meanFacePsnr", number(&QualityRow::meanFace, &Quality::halfMix)},
            {"crossFadePsnr", number(&QualityRow::crossFade, &Quality::halfMix)},
            {"reconstructionMeanFacePsnr", number(&QualityRow::meanFace, &Quality::reconstruction)},
            {"reconstructionCrossFadePsnr", number(&QualityRow::crossFade, &Quality::reconstruction)},
            {"swapMeanFacePsnr", number(&QualityRow::meanFace, &Quality::swap)},
            {"swapCrossFadePsnr", number(&QualityRow::crossFade, &Quality::swap)},
            {"swapAverageHalfMixPsnr", sum(&Quality::swapAverage)},
            {"trueSwapAverageHalfMixPsnr", sum(&Quality::trueSwapAverage)}};
}

void sayQuality(const Quality& quality, const Report& report) {
    report.say("Checkpoint " + std::to_string(quality.checkpoint) + " (step " + std::to_string(quality.step) +
               ", " + std::to_string(quality.resolution) + " px), " + std::to_string(quality.pictures) +
               " true pictures of content it has not seen; PSNR in dB, more is nearer:");
    report.say("                    network   mean face   cross-fade   margin");
    const auto say = [&](const char* name, const QualityRow& row) {
        std::array<char, 96> line{};
        std::snprintf(line.data(), line.size(), "  %-16s %8.2f %11.2f %12.2f %+8.2f", name, row.network,
                      row.meanFace, row.crossFade, row.margin());
        report.say(line.data());
    };
    say("reconstruction", quality.reconstruction);
    say("swap", quality.swap);
    say("50/50 fusion", quality.halfMix);
    std::array<char, 160> line{};
    std::snprintf(
        line.data(), line.size(),
        "  Instead of a 50/50 fusion, the pixel average of the network's two swaps: %.2f; of the two "
        "true faces: %.2f",
        quality.swapAverage, quality.trueSwapAverage);
    report.say(line.data());
}

}  // namespace visagist::cli
