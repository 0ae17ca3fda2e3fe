// The aligned faces of a project: whose, from where, by which matrix, and the pixels themselves.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/image/geometry.h"
#include "core/store/database.h"
#include "core/store/source_table.h"

namespace visagist {

struct Face {
    std::int64_t id = 0;
    std::int64_t person = 0;
    std::int64_t source = 0;
    int indexInSource = 0;         ///< left to right in its picture or frame
    Affine photoFromUnit;          ///< unit crop → pixels of the upright photo
    std::vector<Point> landmarks;  ///< 0, 5 or 68, pixels of the upright photo
    Rect box;                      ///< pixels of the upright photo
    double score = 0;              ///< the detector's; 0 for crops that came aligned
    std::string cropSha256;        ///< of the crop's PNG bytes
    bool excluded = false;
    std::int64_t frame = 0;    ///< of a film, counted from 0 in the order of showing; 0 for pictures
    double frameTime = 0;      ///< seconds from the film's first frame; 0 for pictures
    std::string sourcePath{};  ///< filled when read
    SourceKind sourceKind = SourceKind::Picture;  ///< filled when read
    std::string maskSha256{};                     ///< of the mask's PNG bytes; "": none; filled when read
    std::string maskLayers = "[]";                ///< JSON, see mask_layers.h; filled when read
};

/// What people may change about a face.
struct FaceState {
    std::int64_t person = 0;
    bool excluded = false;
    Affine photoFromUnit;
    std::vector<Point> landmarks;
    std::string cropSha256, maskSha256, maskLayers = "[]";
    bool operator==(const FaceState&) const = default;
};
FaceState stateOf(const Face& face);

struct FaceFilter {
    std::optional<std::int64_t> person;
    bool withExcluded = false;
};

/// Ordered by id.
std::vector<Face> faces(Database& database, const FaceFilter& filter = {});
/// Whether source `id` has faces, excluded ones too, but not those that only a run still needs.
bool sourceHasFaces(Database& database, std::int64_t id);
std::optional<Face> findFace(Database& database, std::int64_t id);
/// The same person's face in the frame of the same film that comes before, or behind, nearest to it.
std::optional<Face> neighbourFace(Database& database, const Face& face, bool before);
Face existingFace(Database& database, std::int64_t id);  ///< throws Error(NotFound)
/// Stores record, crop (PNG, RGB, cropSize x cropSize) and mask (PNG, grey; may be empty) together. Where
/// cropSha256 is empty it is computed. There is one face at each (source, frame, indexInSource), besides
/// those that putSource() kept for a run.
std::int64_t insertFace(Database& database, const Face& face, std::span<const std::uint8_t> cropPng,
                        std::span<const std::uint8_t> maskPng);
std::vector<std::uint8_t> faceCropPng(Database& database, std::int64_t id);  ///< throws Error(NotFound)
std::vector<std::uint8_t> faceMaskPng(Database& database, std::int64_t id);  ///< empty: none stored
/// Writes all of the state; its pictures must be there already (putPicture()). editFaces() is what people's
/// changes go through, so that they can be undone. Throws Error(NotFound).
void setFaceState(Database& database, std::int64_t id, const FaceState& state);
void setFaceExcluded(Database& database, std::span<const std::int64_t> ids, bool excluded);
void setFacePerson(Database& database, std::span<const std::int64_t> ids, std::int64_t person);

}  // namespace visagist
