// A project of small faces with known pixels.
#pragma once
#include <string>
#include <vector>

#include "core/base/sha256.h"
#include "core/image/encode.h"
#include "tests/support/store_fixture.h"

namespace visagist::test {

/// A picture of one colour.
inline Image plainFace(int red, int green, int blue, int size = 64) {
    Image image(size, size, 3);
    for (std::size_t i = 0; i < image.byteCount(); i += 3) {
        image.data()[i] = static_cast<std::uint8_t>(red);
        image.data()[i + 1] = static_cast<std::uint8_t>(green);
        image.data()[i + 2] = static_cast<std::uint8_t>(blue);
    }
    return image;
}

class FaceProject : public StoreFixture {
public:
    std::int64_t addBytes(const std::string& person, const std::vector<std::uint8_t>& crop,
                          const std::vector<std::uint8_t>& mask = {}, const std::string& hash = {},
                          const std::vector<Point>& landmarks = {}) {
        const std::string path = "/faces/" + std::to_string(++m_count) + ".png";
        Face face;
        face.person = ensurePerson(database(), person);
        face.source = putSource(database(), {.path = path, .sha256 = "", .reason = ""});
        face.cropSha256 = hash.empty() ? sha256Hex(crop) : hash;
        face.landmarks = landmarks;
        return insertFace(database(), face, crop, mask);
    }
    std::int64_t add(const std::string& person, const Image& crop, const Image& mask = {}) {
        return addBytes(person, encodePng(crop),
                        mask.empty() ? std::vector<std::uint8_t>{} : encodePng(mask));
    }
    /// `count` faces whose red says which face it is, whose green whose face.
    void addNumbered(const std::string& person, int green, int count) {
        for (int i = 0; i < count; ++i) add(person, plainFace(m_count, green, 128));
    }
    /// All faces to train on, stored.
    Dataset everybody() {
        Dataset result;
        for (const Person& person : people(database())) result.people.push_back(person.id);
        for (const Face& face : faces(database()))
            result.faces.push_back({face.id, face.person, Split::Train});
        return dataset(database(), insertDataset(database(), result));
    }

private:
    int m_count = 0;
};

}  // namespace visagist::test
