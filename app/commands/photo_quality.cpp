#include "app/commands/photo_quality.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/base/path.h"
#include "core/fuse/fuser.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "core/metrics/likeness.h"
#include "core/metrics/psnr.h"
#include "core/store/checkpoint_store.h"
#include "core/store/dataset_table.h"
#include "core/store/face_table.h"
#include "core/store/project.h"
#include "core/store/run_table.h"

namespace visagist::cli {

namespace {

/// How many of `total` were right.
class Share {
public:
    void add(bool right) {
        m_right += right ? 1 : 0;
        ++m_total;
    }
    double value() const {
        return m_total > 0 ? static_cast<double>(m_right) / static_cast<double>(m_total) : 0;
    }

private:
    std::int64_t m_right = 0, m_total = 0;
};

class Measurement {
public:
    explicit Measurement(const PhotoQualityRequest& request)
        : m_project(Project::open(request.project, Access::ReadOnly)),
          m_fuser(Fuser::open(request.project, request.checkpoint)),
          m_others(request.others) {
        if (m_fuser->people().size() < 2)
            throw Error(ErrorCode::InvalidArgument,
                        VISAGIST_TEXT("The network knows one person only; swaps and fusions need two."));
        readFaces();
    }

    PhotoQuality run(const std::stop_token& stop,
                     const std::function<void(std::int64_t, std::int64_t)>& progress) {
        const int people = static_cast<int>(m_fuser->people().size());
        // Of the time, learning whom people look like takes about as much as judging.
        const std::int64_t total = 2 * std::ssize(m_heldOut);
        m_judge = LikenessJudge::trained(m_trained, {.people = people}, stop, [&](int done, int steps) {
            progress(std::ssize(m_heldOut) * done / steps, total);
        });
        for (std::size_t i = 0; i < m_heldOut.size(); ++i) {
            if (stop.stop_requested())
                throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Measuring the quality was stopped."));
            measure(m_heldOut[i], i);
            progress(std::ssize(m_heldOut) + static_cast<std::int64_t>(i) + 1, total);
        }
        const double fusions = std::max(1.0, static_cast<double>(m_fusions));
        return {.reconstruction = m_reconstruction.decibels().value_or(0),
                .swapAccuracy = m_swaps.value(),
                .bothParentsNearest = m_bothParents.value(),
                .photoAccuracy = m_photos.value(),
                .ownerLikeness = m_owner / fusions,
                .otherLikeness = m_other / fusions,
                .photos = std::ssize(m_heldOut),
                .fusions = m_fusions,
                .people = people,
                .checkpoint = m_fuser->checkpoint(),
                .step = m_fuser->step(),
                .resolution = m_fuser->resolution()};
    }

private:
    /// The faces that the checkpoint's run trained on, and those that it kept aside.
    void readFaces() {
        const auto info =
            CheckpointStore(m_project.checkpointsPath(), Access::ReadOnly).find(m_fuser->checkpoint());
        const auto run = info ? findRun(m_project.database(), info->run) : std::nullopt;
        if (!run)
            throw Error(ErrorCode::NotFound,
                        VISAGIST_TEXT("The run that checkpoint %1 comes from is no longer in %2, so nobody "
                                      "knows which photographs it kept aside."),
                        {std::to_string(m_fuser->checkpoint()), utf8FromPath(m_project.path())});
        const Dataset dataset = visagist::dataset(m_project.database(), run->dataset);
        const bool tests = std::ranges::any_of(
            dataset.faces, [](const DatasetFace& face) { return face.split == Split::Test; });
        for (const DatasetFace& face : dataset.faces) {
            const auto person = std::ranges::find(dataset.people, face.person);
            if (person == dataset.people.end()) continue;
            LabelledFace labelled{.face = resized(decodeImage(faceCropPng(m_project.database(), face.face)),
                                                  m_fuser->resolution(), m_fuser->resolution()),
                                  .person = static_cast<int>(person - dataset.people.begin())};
            if (face.split == Split::Train)
                m_trained.push_back(std::move(labelled));
            else if (face.split == (tests ? Split::Test : Split::Validation))
                m_heldOut.push_back(std::move(labelled));
        }
        if (m_heldOut.empty())
            throw Error(ErrorCode::NotFound,
                        VISAGIST_TEXT("The run kept no photographs aside to measure with. Train with a test "
                                      "share above 0."));
    }

    Image fused(std::initializer_list<int> people) {
        std::vector<double> weights(m_fuser->people().size());
        for (const int person : people)
            weights[static_cast<std::size_t>(person)] = 1 / static_cast<double>(people.size());
        return m_fuser->fuse(FusionWeights::uniform(weights)).face;
    }

    void measure(const LabelledFace& photo, std::size_t index) {
        const int own = photo.person, people = static_cast<int>(m_fuser->people().size());
        m_photos.add(nearestPeople(m_judge->similarities(photo.face), 1)[0] == own);
        m_fuser->setDriver(photo.face);
        m_reconstruction.add(photo.face, fused({own}));
        const int others = std::min(m_others, people - 1);
        for (int i = 0; i < others; ++i) {
            // Evenly spread over the others, beginning elsewhere for each photograph.
            const int away = (static_cast<int>(index) + i * (people - 1) / others) % (people - 1) + 1;
            const int other = (own + away) % people;
            m_swaps.add(nearestPeople(m_judge->similarities(fused({other})), 1)[0] == other);
            const std::vector<double> likeness = m_judge->similarities(fused({own, other}));
            const std::vector<int> nearest = nearestPeople(likeness, 2);
            m_bothParents.add(nearest == std::vector{own, other} || nearest == std::vector{other, own});
            m_owner += likeness[static_cast<std::size_t>(own)];
            m_other += likeness[static_cast<std::size_t>(other)];
            ++m_fusions;
        }
    }

    Project m_project;
    std::unique_ptr<Fuser> m_fuser;
    int m_others;
    std::vector<LabelledFace> m_trained, m_heldOut;
    std::unique_ptr<LikenessJudge> m_judge;
    PsnrSum m_reconstruction;
    Share m_swaps, m_bothParents, m_photos;
    double m_owner = 0, m_other = 0;
    std::int64_t m_fusions = 0;
};

}  // namespace

PhotoQuality measurePhotoQuality(const PhotoQualityRequest& request, const std::stop_token& stop,
                                 const std::function<void(std::int64_t, std::int64_t)>& progress) {
    return Measurement(request).run(stop, progress);
}

nlohmann::json photoQualityJson(const PhotoQuality& quality) {
    return {{"reconstructionPsnr", numberOrNull(quality.reconstruction)},
            {"swapAccuracy", quality.swapAccuracy},
            {"bothParentsNearest", quality.bothParentsNearest},
            {"photoAccuracy", quality.photoAccuracy},
            {"ownerLikeness", quality.ownerLikeness},
            {"otherLikeness", quality.otherLikeness}};
}

void sayPhotoQuality(const PhotoQuality& quality, const Report& report) {
    report.say("Checkpoint " + std::to_string(quality.checkpoint) + " (step " + std::to_string(quality.step) +
               ", " + std::to_string(quality.resolution) + " px), " + std::to_string(quality.people) +
               " people; " + std::to_string(quality.photos) + " photographs kept aside, " +
               std::to_string(quality.fusions) +
               " swaps and as many half fusions, judged by a network that training never saw:");
    const auto say = [&](const char* what, double value, const char* unit) {
        std::array<char, 128> line{};
        std::snprintf(line.data(), line.size(), "  %-62s %6.2f%s", what, value, unit);
        report.say(line.data());
    };
    say("reconstruction", quality.reconstruction, " dB");
    say("the photographs themselves are taken for their person", 100 * quality.photoAccuracy, " %");
    say("swaps are taken for the person they were driven to", 100 * quality.swapAccuracy, " %");
    say("the two people of a half fusion are the two nearest", 100 * quality.bothParentsNearest, " %");
    say("likeness of a half fusion to the person who drives it", quality.ownerLikeness, "");
    say("likeness of a half fusion to the other", quality.otherLikeness, "");
}

}  // namespace visagist::cli
