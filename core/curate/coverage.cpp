#include "core/curate/coverage.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "core/curate/face_query.h"
#include "core/face/pose.h"
#include "core/store/face_score_table.h"
#include "core/store/person_table.h"

namespace visagist {

namespace {

constexpr std::int64_t kEnoughToJudge = 10;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Borders of what counts as light from one side, a dark face, an open mouth, a closed eye.
constexpr double kSideLight = 0.25, kDark = 0.3, kBright = 0.7, kOpenMouth = 0.2, kClosedMouth = 0.08,
                 kClosedEye = 0.15, kOpenEye = 0.22;

/// From `low` to below `high` of a score.
struct Band {
    double low, high;
    const char* label;
    const char* hole;   ///< what is said where no face lies in it; null: nothing
    const char* order;  ///< puts the nearest faces first
};

struct Aspect {
    const char* key;
    const char* label;
    std::vector<Band> bands;
};

const std::vector<Aspect>& aspects() {
    static const std::vector<Aspect> all{
        {"yaw",
         VISAGIST_TEXT("Turned"),
         {{-kInfinity, kYawBorders[0], VISAGIST_TEXT("far to the left"),
           VISAGIST_TEXT("No face of %1 looks far to the left."), "yaw"},
          {kYawBorders[0], kYawBorders[1], VISAGIST_TEXT("to the left"),
           VISAGIST_TEXT("No face of %1 looks to the left."), "yaw"},
          {kYawBorders[1], kYawBorders[2], VISAGIST_TEXT("straight ahead"),
           VISAGIST_TEXT("No face of %1 looks straight ahead."), "yaw"},
          {kYawBorders[2], kYawBorders[3], VISAGIST_TEXT("to the right"),
           VISAGIST_TEXT("No face of %1 looks to the right."), "-yaw"},
          {kYawBorders[3], kInfinity, VISAGIST_TEXT("far to the right"),
           VISAGIST_TEXT("No face of %1 looks far to the right."), "-yaw"}}},
        {"pitch",
         VISAGIST_TEXT("Tilted"),
         {{-kInfinity, kPitchBorders[0], VISAGIST_TEXT("down"), VISAGIST_TEXT("No face of %1 looks down."),
           "pitch"},
          {kPitchBorders[0], kPitchBorders[1], VISAGIST_TEXT("level"), nullptr, "pitch"},
          {kPitchBorders[1], kInfinity, VISAGIST_TEXT("up"), VISAGIST_TEXT("No face of %1 looks up."),
           "-pitch"}}},
        {"light_x",
         VISAGIST_TEXT("Light"),
         {{-kInfinity, -kSideLight, VISAGIST_TEXT("from the left"),
           VISAGIST_TEXT("No face of %1 is lit from the left."), "light_x"},
          {-kSideLight, kSideLight, VISAGIST_TEXT("from the front"),
           VISAGIST_TEXT("No face of %1 is lit from the front."), "light_x"},
          {kSideLight, kInfinity, VISAGIST_TEXT("from the right"),
           VISAGIST_TEXT("No face of %1 is lit from the right."), "-light_x"}}},
        {"light_y",
         VISAGIST_TEXT("Height of the light"),
         {{kSideLight, kInfinity, VISAGIST_TEXT("from above"), nullptr, "-light_y"},
          {-kSideLight, kSideLight, VISAGIST_TEXT("level"), nullptr, "light_y"},
          {-kInfinity, -kSideLight, VISAGIST_TEXT("from below"), nullptr, "light_y"}}},
        {"bright",
         VISAGIST_TEXT("Brightness"),
         {{-kInfinity, kDark, VISAGIST_TEXT("dark"), nullptr, "bright"},
          {kDark, kBright, VISAGIST_TEXT("medium"), nullptr, "bright"},
          {kBright, kInfinity, VISAGIST_TEXT("bright"), nullptr, "-bright"}}},
        {"mouth",
         VISAGIST_TEXT("Mouth"),
         {{-kInfinity, kClosedMouth, VISAGIST_TEXT("closed"),
           VISAGIST_TEXT("No face of %1 has its mouth closed."), "mouth"},
          {kClosedMouth, kOpenMouth, VISAGIST_TEXT("slightly open"), nullptr, "mouth"},
          {kOpenMouth, kInfinity, VISAGIST_TEXT("open"), VISAGIST_TEXT("No face of %1 has its mouth open."),
           "-mouth"}}},
        {"eyes",
         VISAGIST_TEXT("Eyes"),
         {{-kInfinity, kClosedEye, VISAGIST_TEXT("closed"),
           VISAGIST_TEXT("No face of %1 has its eyes closed."), "eyes"},
          {kClosedEye, kOpenEye, VISAGIST_TEXT("half open"), nullptr, "eyes"},
          {kOpenEye, kInfinity, VISAGIST_TEXT("open"), VISAGIST_TEXT("No face of %1 has its eyes open."),
           "-eyes"}}}};
    return all;
}

std::size_t binOf(double value, double first, std::size_t count) {
    const double bin = std::floor((value - first) / kPoseStep);
    return static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(count - 1)));
}

/// "0.25", "-35".
std::string numberText(double value) {
    char text[32];
    const auto [end, error] = std::to_chars(std::begin(text), std::end(text), value);
    return {text, end};
}

std::string bandQuery(const char* key, double low, double high) {
    std::string query;
    if (std::isfinite(low)) query += std::string(" ") + key + ">=" + numberText(low);
    if (std::isfinite(high)) query += std::string(" ") + key + "<" + numberText(high);
    return query;
}

void count(const FaceScores& scores, PersonCoverage& report) {
    ++report.faces;
    report.measured += scores.bright.has_value();
    if (scores.yaw && scores.pitch) {
        ++report.posed;
        ++report.poses[binOf(*scores.pitch, kFirstPitch, kPitchRows)]
                      [binOf(*scores.yaw, kFirstYaw, kYawColumns)];
    }
    if (report.aspects.empty())
        for (const Aspect& aspect : aspects())
            report.aspects.push_back(
                {aspect.key, aspect.label, 0, std::vector<CoverageShare>(aspect.bands.size())});
    for (std::size_t i = 0; i < aspects().size(); ++i) {
        const Aspect& aspect = aspects()[i];
        const std::optional<double> value = scores.*findScore(aspect.key)->member;
        if (!value) continue;
        ++report.aspects[i].known;
        for (std::size_t k = 0; k < aspect.bands.size(); ++k)
            report.aspects[i].shares[k].faces +=
                *value >= aspect.bands[k].low && *value < aspect.bands[k].high;
    }
}

/// Labels, queries and holes, once everything is counted and the person's name is known.
void finish(PersonCoverage& report) {
    const std::string person = personQuery(report.name);
    for (std::size_t i = 0; i < aspects().size(); ++i) {
        CoverageAspect& aspect = report.aspects[i];
        for (std::size_t k = 0; k < aspect.shares.size(); ++k) {
            const Band& band = aspects()[i].bands[k];
            aspect.shares[k].label = band.label;
            aspect.shares[k].query = person + bandQuery(aspect.key, band.low, band.high);
            if (band.hole && aspect.known >= kEnoughToJudge && aspect.shares[k].faces == 0)
                report.holes.push_back({{band.hole, {report.name}}, person, band.order});
        }
    }
}

}  // namespace

std::string poseQuery(const PersonCoverage& person, std::size_t row, std::size_t column) {
    const auto band = [](const char* key, double first, std::size_t place, std::size_t places) {
        const double low = first + kPoseStep * static_cast<double>(place);
        return bandQuery(key, place == 0 ? -kInfinity : low,
                         place + 1 == places ? kInfinity : low + kPoseStep);
    };
    return personQuery(person.name) + band("yaw", kFirstYaw, column, kYawColumns) +
           band("pitch", kFirstPitch, row, kPitchRows);
}

std::vector<PersonCoverage> coverage(Database& database) {
    std::map<std::int64_t, PersonCoverage> byPerson;
    for (const PersonFaceScores& face : allFaceScores(database)) count(face.scores, byPerson[face.person]);
    std::vector<PersonCoverage> result;
    for (const Person& person : people(database)) {
        const auto found = byPerson.find(person.id);
        if (found == byPerson.end()) continue;
        PersonCoverage& report = found->second;
        report.person = person.id;
        report.name = person.name;
        finish(report);
        result.push_back(std::move(report));
    }
    return result;
}

}  // namespace visagist
