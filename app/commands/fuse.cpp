#include <algorithm>
#include <numeric>

#include "app/commands/commands.h"
#include "app/commands/driver_face.h"
#include "app/commands/name_list.h"
#include "core/base/path.h"
#include "core/fuse/fuser.h"
#include "core/fuse/merge.h"
#include "core/image/encode.h"
#include "core/store/project.h"

namespace visagist::cli {

namespace {

std::string namesOf(const std::vector<std::string>& people) {
    std::string names;
    for (const std::string& name : people) names += (names.empty() ? "" : ", ") + name;
    return names;
}

double weightOf(const std::string& item, const std::string& text) {
    std::size_t used = 0;
    double weight = -1;
    try {
        weight = std::stod(text, &used);
    } catch (const std::exception&) {
        used = 0;
    }
    if (used == 0 || (used != text.size() && text.substr(used) != "%") || !(weight >= 0 && weight < 1e9))
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("A weight is a number from 0 up, as in Ada=50; given was %1."), {item});
    return weight;
}

/// "Ada=50,Ben=50" as one weight a person, in the order of `people`.
std::vector<double> parseWeights(const std::vector<std::string>& given,
                                 const std::vector<std::string>& people) {
    std::vector<double> weights(people.size());
    for (const std::string& item : splitList(given)) {
        const std::size_t equals = item.rfind('=');
        const std::string name = item.substr(0, equals);
        const auto person = std::ranges::find(people, name);
        if (equals == std::string::npos || person == people.end())
            throw Error(
                ErrorCode::InvalidArgument,
                VISAGIST_TEXT("The network does not know %1; weights are given as NAME=NUMBER for: %2."),
                {name, namesOf(people)});
        weights[static_cast<std::size_t>(person - people.begin())] = weightOf(item, item.substr(equals + 1));
    }
    if (std::accumulate(weights.begin(), weights.end(), 0.0) <= 0)
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("All weights are 0; give at least one of these people some: %1."),
                    {namesOf(people)});
    return weights;
}

FusionWeights fusionWeights(const FuseFlags& flags, const std::vector<std::string>& people) {
    const auto group = [&](const std::vector<std::string>& own) {
        if (own.empty() && flags.weights.empty())
            throw Error(ErrorCode::InvalidArgument,
                        VISAGIST_TEXT("Say whom to fuse with --weights NAME=NUMBER,… There are: %1."),
                        {namesOf(people)});
        return parseWeights(own.empty() ? flags.weights : own, people);
    };
    return {group(flags.shape), group(flags.features), group(flags.texture)};
}

nlohmann::json weightsJson(const std::vector<double>& weights, const std::vector<std::string>& people) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    nlohmann::json json = nlohmann::json::object();
    for (std::size_t i = 0; i < people.size(); ++i) json[people[i]] = numberOrNull(weights[i] / sum, 6);
    return json;
}

}  // namespace

ExitCode perform(const FuseFlags& flags, const Report& report, std::stop_token) {
    const auto fuser = Fuser::open(pathFromUtf8(flags.project), flags.checkpoint);
    const FusionWeights weights = fusionWeights(flags, fuser->people());
    const int cropSize = Project::open(pathFromUtf8(flags.project), Access::ReadOnly).cropSize();
    const DriverFace driver = readDriver(pathFromUtf8(flags.driver), flags.aligned, cropSize, flags.face);
    if (driver.found > 1 && !flags.face)
        report.note(std::to_string(driver.found) + " faces were found; the largest is taken (--face " +
                    std::to_string(driver.number) + "; they are counted from left to right).");
    fuser->setDriver(driver.face);
    const FusedFace fused = fuser->fuse(weights);
    const Image picture = flags.merge
                              ? mergedIntoPhoto(driver.photo, fused, driver.photoFromUnit, flags.mergeOptions)
                              : fused.face;
    writePng(pathFromUtf8(flags.out), picture);
    report.say("Wrote " + flags.out + ": " + std::to_string(picture.width()) + " x " +
               std::to_string(picture.height()) + " px, checkpoint " + std::to_string(fuser->checkpoint()) +
               " (step " + std::to_string(fuser->step()) + ").");
    report.result({{"file", flags.out},
                   {"width", picture.width()},
                   {"height", picture.height()},
                   {"checkpoint", fuser->checkpoint()},
                   {"step", fuser->step()},
                   {"merged", flags.merge},
                   {"facesInDriver", driver.found},
                   {"face", driver.number},
                   {"weights",
                    {{"shape", weightsJson(weights.shape, fuser->people())},
                     {"features", weightsJson(weights.features, fuser->people())},
                     {"texture", weightsJson(weights.texture, fuser->people())}}}});
    return kDone;
}

}  // namespace visagist::cli
