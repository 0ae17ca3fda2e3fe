// A project of faces with pictures, for tests of curation.
#pragma once
#include "core/base/sha256.h"
#include "core/image/encode.h"
#include "core/image/image.h"
#include "tests/support/store_fixture.h"

namespace visagist::test {

class CuratedProject : public StoreFixture {
public:
    /// A face from the file `path`, with the landmarks given.
    std::int64_t add(const std::string& person, const std::string& path, const Image& crop,
                     const std::vector<Point>& landmarks = {}) {
        const std::vector<std::uint8_t> png = crop.empty() ? std::vector<std::uint8_t>{} : encodePng(crop);
        Face face;
        face.person = ensurePerson(database(), person);
        face.source = putSource(database(), {.path = path, .sha256 = sha256Hex(png), .reason = ""});
        face.photoFromUnit = Affine::scaling(200, 200);
        face.landmarks = landmarks;
        face.cropSha256 = sha256Hex(png);
        return insertFace(database(), face, png, {});
    }
};

}  // namespace visagist::test
