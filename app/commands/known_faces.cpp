#include "app/commands/known_faces.h"

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/data/demo_faces.h"
#include "core/image/decode.h"

namespace visagist {
namespace {

namespace fs = std::filesystem;

/// The value of name='…' in an XML tag; -1 where there is none.
double attribute(const std::string& tag, const std::string& name) {
    const std::size_t at = tag.find(" " + name + "='");
    return at == std::string::npos ? -1 : std::atof(tag.c_str() + at + name.size() + 3);
}

/// Reads the boxes and parts of dlib's annotation files; pixels become continuous coordinates.
void readAnnotations(const fs::path& file, std::map<std::string, std::vector<KnownFace>>& known) {
    const auto bytes = readFile(file);
    const std::string xml(bytes.begin(), bytes.end());
    std::vector<KnownFace>* faces = nullptr;
    for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
        const std::string tag = xml.substr(at, xml.find('>', at) - at);
        if (tag.starts_with("<image ")) {
            const std::size_t name = tag.find("file='") + 6;
            faces = &known[tag.substr(name, tag.find('\'', name) - name)];
        } else if (tag.starts_with("<box ") && faces) {
            faces->push_back({{attribute(tag, "left"), attribute(tag, "top"), attribute(tag, "width"),
                               attribute(tag, "height")},
                              {}});
        } else if (tag.starts_with("<part ") && faces && !faces->empty()) {
            faces->back().landmarks.push_back({attribute(tag, "x") + 0.5, attribute(tag, "y") + 0.5});
        }
    }
}

/// The square around landmarks.
Rect squareAround(const std::vector<Point>& landmarks) {
    const auto [left, right] =
        std::minmax_element(landmarks.begin(), landmarks.end(), [](Point a, Point b) { return a.x < b.x; });
    const auto [top, bottom] =
        std::minmax_element(landmarks.begin(), landmarks.end(), [](Point a, Point b) { return a.y < b.y; });
    const double side = std::max(right->x - left->x, bottom->y - top->y);
    return {(left->x + right->x - side) / 2, (top->y + bottom->y - side) / 2, side, side};
}

}  // namespace

std::vector<KnownPhoto> annotatedPhotos(const fs::path& folder) {
    std::map<std::string, std::vector<KnownFace>> known;
    for (const char* file : {"testing_with_face_landmarks.xml", "training_with_face_landmarks.xml"})
        readAnnotations(folder / "landmarks" / file, known);
    std::vector<KnownPhoto> photos;
    for (auto& [name, faces] : known) {
        const fs::path file = folder / "landmarks" / pathFromUtf8(name);
        photos.push_back({utf8FromPath(file), decodePhoto(file).image, std::move(faces)});
    }
    return photos;
}

KnownPhoto demoPhoto(int i, int count) {
    constexpr int people = 8, size = 320;
    constexpr double room = 1.7;
    const auto seed = static_cast<std::uint64_t>(i);
    DemoContent content = randomDemoContent(77'000 + seed);
    content.yaw = count > 1 ? 150.0 * i / (count - 1) - 75 : 0;
    const Affine unitFromView{room, 0, 0.5 - room / 2, 0, room, 0.5 - room / 2};
    const DemoFace face =
        renderDemoFace(demoPerson(i % people), content, size, unitFromView.then(demoHeadFromUnit(content)));
    KnownFace known{{}, {face.landmarks68.begin(), face.landmarks68.end()}, content.yaw};
    known.box = squareAround(known.landmarks);
    return {{}, face.image, {std::move(known)}};
}

}  // namespace visagist
