#include "core/curate/proposals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/curate/face_query.h"
#include "core/store/face_score_table.h"

namespace visagist {

namespace {

std::string twoDigits(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f", value);
    return text.data();
}

std::map<std::int64_t, double> medianSharpness(const std::vector<PersonFaceScores>& faces) {
    std::map<std::int64_t, std::vector<double>> all;
    for (const PersonFaceScores& face : faces)
        if (face.scores.sharp) all[face.person].push_back(*face.scores.sharp);
    std::map<std::int64_t, double> medians;
    for (auto& [person, values] : all) {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        medians[person] = *middle;
    }
    return medians;
}

}  // namespace

std::vector<Proposal> proposals(Database& database, const ProposalLimits& limits) {
    const std::vector<PersonFaceScores> faces = allFaceScores(database);
    const auto medians = medianSharpness(faces);
    const auto medianOf = [&](std::int64_t person) {
        const auto found = medians.find(person);
        return found == medians.end() ? 0 : found->second;
    };
    std::vector<Proposal> result;
    for (const PersonFaceScores& face : faces) {
        const FaceScores& s = face.scores;
        const auto propose = [&](bool wrong, Fault fault, const char* sentence, double value) {
            if (wrong) result.push_back({face.face, fault, {sentence, {twoDigits(value)}}});
        };
        const double sharp = s.sharp.value_or(1);
        propose(sharp < limits.sharp && sharp < limits.sharpOfMedian * medianOf(face.person), Fault::Blurred,
                VISAGIST_TEXT("Blurred: sharpness %1."), sharp);
        propose(s.motion.value_or(0) > limits.motion, Fault::Moved, VISAGIST_TEXT("Motion blur: %1."),
                s.motion.value_or(0));
        propose(s.bright.value_or(1) < limits.dark, Fault::Dark, VISAGIST_TEXT("Too dark: brightness %1."),
                s.bright.value_or(1));
        propose(s.clipped.value_or(0) > limits.clipped && s.bright.value_or(0) >= limits.dark,
                Fault::BurntOut, VISAGIST_TEXT("Burnt out or black: share %1."), s.clipped.value_or(0));
        propose(s.occlusion.value_or(0) > limits.occlusion, Fault::Hidden,
                VISAGIST_TEXT("Something is before the face: share %1."), s.occlusion.value_or(0));
        if (s.size.value_or(limits.size) < limits.size)
            result.push_back({face.face,
                              Fault::Small,
                              {VISAGIST_TEXT("Only %1 pixels wide in the photograph."),
                               {std::to_string(std::lround(*s.size))}}});
    }
    const auto listed = [&](const char* query, Fault fault, const char* sentence) {
        for (const ListedFace& face : listFaces(database, parseFaceQuery(query)))
            result.push_back({face.face, fault, {sentence, {}}});
    };
    listed("duplicate:extra", Fault::Copy, VISAGIST_TEXT("A better copy of this face is there."));
    listed("outlier:yes", Fault::Stranger, VISAGIST_TEXT("This face looks like somebody else."));
    std::ranges::stable_sort(result, {}, &Proposal::face);
    return result;
}

}  // namespace visagist
