#include "core/curate/coverage.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/face/pose.h"
#include "core/store/face_score_table.h"
#include "core/store/person_table.h"

namespace visagist {

namespace {

constexpr std::int64_t kEnoughToJudge = 10;
/// Borders of what counts as light from one side, an open mouth, a closed eye.
constexpr double kSideLight = 0.25, kOpenMouth = 0.2, kClosedMouth = 0.08, kClosedEye = 0.15, kOpenEye = 0.22;

std::size_t binOf(double value, double first, std::size_t count) {
    const double bin = std::floor((value - first) / kPoseStep);
    return static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(count - 1)));
}

/// What is counted of a person besides the report.
struct Tally {
    std::array<std::int64_t, kYawBorders.size() + 1> yaw{};
    std::array<std::int64_t, kPitchBorders.size() + 1> pitch{};
    std::int64_t lit = 0, mouths = 0, eyes = 0;
};

template <std::size_t n>
std::size_t placeAmong(const std::array<double, n>& borders, double value) {
    return static_cast<std::size_t>(std::ranges::count_if(borders, [&](double b) { return value >= b; }));
}

void count(const FaceScores& scores, PersonCoverage& report, Tally& tally) {
    ++report.faces;
    report.measured += scores.bright.has_value();
    if (scores.yaw && scores.pitch) {
        ++report.posed;
        ++report.poses[binOf(*scores.pitch, kFirstPitch, kPitchRows)]
                      [binOf(*scores.yaw, kFirstYaw, kYawColumns)];
        ++tally.yaw[placeAmong(kYawBorders, *scores.yaw)];
        ++tally.pitch[placeAmong(kPitchBorders, *scores.pitch)];
    }
    if (scores.lightX && scores.lightY) {
        ++tally.lit;
        ++report.lightAcross[*scores.lightX < -kSideLight ? 0 : *scores.lightX > kSideLight ? 2 : 1];
        ++report.lightDown[*scores.lightY > kSideLight ? 0 : *scores.lightY < -kSideLight ? 2 : 1];
    }
    if (scores.mouth) {
        ++tally.mouths;
        report.mouthOpen += *scores.mouth >= kOpenMouth;
        report.mouthClosed += *scores.mouth <= kClosedMouth;
    }
    if (scores.eyes) {
        ++tally.eyes;
        report.eyesClosed += *scores.eyes <= kClosedEye;
        report.eyesOpen += *scores.eyes >= kOpenEye;
    }
}

void nameHoles(PersonCoverage& report, const Tally& tally) {
    const auto missing = [&](std::int64_t known, std::int64_t there, const char* sentence) {
        if (known >= kEnoughToJudge && there == 0) report.holes.push_back({sentence, {report.name}});
    };
    missing(report.posed, tally.yaw[0], VISAGIST_TEXT("No face of %1 looks far to the left."));
    missing(report.posed, tally.yaw[1], VISAGIST_TEXT("No face of %1 looks to the left."));
    missing(report.posed, tally.yaw[2], VISAGIST_TEXT("No face of %1 looks straight ahead."));
    missing(report.posed, tally.yaw[3], VISAGIST_TEXT("No face of %1 looks to the right."));
    missing(report.posed, tally.yaw[4], VISAGIST_TEXT("No face of %1 looks far to the right."));
    missing(report.posed, tally.pitch[0], VISAGIST_TEXT("No face of %1 looks down."));
    missing(report.posed, tally.pitch[2], VISAGIST_TEXT("No face of %1 looks up."));
    missing(tally.lit, report.lightAcross[0], VISAGIST_TEXT("No face of %1 is lit from the left."));
    missing(tally.lit, report.lightAcross[1], VISAGIST_TEXT("No face of %1 is lit from the front."));
    missing(tally.lit, report.lightAcross[2], VISAGIST_TEXT("No face of %1 is lit from the right."));
    missing(tally.mouths, report.mouthOpen, VISAGIST_TEXT("No face of %1 has its mouth open."));
    missing(tally.mouths, report.mouthClosed, VISAGIST_TEXT("No face of %1 has its mouth closed."));
    missing(tally.eyes, report.eyesClosed, VISAGIST_TEXT("No face of %1 has its eyes closed."));
    missing(tally.eyes, report.eyesOpen, VISAGIST_TEXT("No face of %1 has its eyes open."));
}

}  // namespace

std::vector<PersonCoverage> coverage(Database& database) {
    std::map<std::int64_t, std::pair<PersonCoverage, Tally>> byPerson;
    for (const PersonFaceScores& face : allFaceScores(database)) {
        auto& [report, tally] = byPerson[face.person];
        count(face.scores, report, tally);
    }
    std::vector<PersonCoverage> result;
    for (const Person& person : people(database)) {
        const auto found = byPerson.find(person.id);
        if (found == byPerson.end()) continue;
        auto& [report, tally] = found->second;
        report.person = person.id;
        report.name = person.name;
        nameHoles(report, tally);
        result.push_back(std::move(report));
    }
    return result;
}

}  // namespace visagist
