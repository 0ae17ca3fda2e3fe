#include "core/curate/scene_search.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>

namespace visagist {

namespace {

/// Two faces of no relation are about 1 apart, two poses of one person in one light 0.6.
constexpr double kSceneDistance = 0.45;
constexpr std::int64_t kLargestGap = 3;

struct Frame {
    std::int64_t person = 0;
    std::string before, after;  ///< of the path, around the number
    std::int64_t number = 0;
    std::size_t place = 0;
};

/// The last number in the file's name; nothing where there is none.
std::optional<Frame> frameOf(const FramedFace& face, std::size_t place) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const std::string& path = face.path;
    const std::size_t slash = path.find_last_of("/\\");
    const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
    std::size_t stem = path.rfind('.');
    if (stem == std::string::npos || stem < name) stem = path.size();
    std::size_t end = stem;
    while (end > name && !isDigit(path[end - 1])) --end;
    std::size_t start = end;
    while (start > name && isDigit(path[start - 1])) --start;
    Frame frame{face.person, path.substr(0, start), path.substr(end), 0, place};
    const auto read = std::from_chars(path.data() + start, path.data() + end, frame.number);
    if (start == end || read.ec != std::errc()) return {};
    return frame;
}

}  // namespace

std::vector<std::vector<std::size_t>> findScenes(std::span<const FramedFace> faces) {
    std::vector<Frame> frames;
    for (std::size_t i = 0; i < faces.size(); ++i)
        if (auto frame = frameOf(faces[i], i)) frames.push_back(std::move(*frame));
    std::ranges::sort(
        frames, {}, [](const Frame& f) { return std::tie(f.person, f.before, f.after, f.number, f.place); });
    std::vector<std::vector<std::size_t>> scenes;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const Frame& frame = frames[i];
        const bool goesOn = i > 0 && frame.person == frames[i - 1].person &&
                            frame.before == frames[i - 1].before && frame.after == frames[i - 1].after &&
                            frame.number - frames[i - 1].number <= kLargestGap &&
                            scenes.back().size() < kLongestScene &&
                            signatureDistance(faces[frame.place].signature,
                                              faces[frames[i - 1].place].signature) < kSceneDistance;
        if (!goesOn) scenes.emplace_back();
        scenes.back().push_back(frame.place);
    }
    std::erase_if(scenes, [](const auto& scene) { return scene.size() < 2; });
    return scenes;
}

}  // namespace visagist
