#include "core/curate/face_edits.h"

#include <algorithm>

#include "core/face/aligner.h"
#include "core/face/face_mask.h"
#include "core/image/decode.h"
#include "core/image/encode.h"
#include "core/store/mask_layers.h"
#include "core/store/picture_table.h"

namespace visagist {

namespace {

EditLabel counted(const char* one, const char* several) {
    return [=](std::int64_t count) {
        return count == 1 ? Message{one, {}} : Message{several, {std::to_string(count)}};
    };
}

/// `mask` of the crop cut by `before`, as it lies in the crop cut by `after`.
Image movedMask(const Image& mask, const Affine& before, const Affine& after) {
    const Affine map = photoFromCrop(after, mask.width()).then(photoFromCrop(before, mask.width()).inverse());
    return warped(mask, map, mask.width(), mask.height(), Border::Black);
}

}  // namespace

std::optional<std::int64_t> excludeFaces(Database& database, std::span<const std::int64_t> ids,
                                         bool excluded) {
    return editExcluded(database, ids, excluded,
                        excluded
                            ? counted(VISAGIST_TEXT("exclude a face"), VISAGIST_TEXT("exclude %1 faces"))
                            : counted(VISAGIST_TEXT("take in a face"), VISAGIST_TEXT("take in %1 faces")));
}

std::optional<std::int64_t> moveFaces(Database& database, std::span<const std::int64_t> ids,
                                      std::int64_t person) {
    return editPerson(database, ids, person,
                      counted(VISAGIST_TEXT("move a face"), VISAGIST_TEXT("move %1 faces")));
}

Recut recut(const Image& photo, std::span<const Point> landmarks, int cropSize) {
    requirePlausibleLandmarks(landmarks, photo.width(), photo.height());
    const Affine map = photoFromUnit(landmarks);
    return {map, cropFromPhoto(photo, map, cropSize)};
}

std::vector<MaskLayer> layersOf(Database& database, const Face& face) {
    std::vector<MaskLayer> layers = maskLayers(database, stateOf(face));
    if (layers.empty() && !face.maskSha256.empty())
        layers.push_back(
            {MaskSource::Imported, MaskMode::Add, decodeMask(picturePng(database, face.maskSha256))});
    return layers;
}

std::optional<std::int64_t> moveLandmarks(Database& database, std::int64_t id,
                                          std::span<const Point> landmarks, const Affine& photoFromUnit,
                                          std::span<const std::uint8_t> cropPng) {
    Savepoint savepoint(database);
    const Face face = existingFace(database, id);
    FaceState after = stateOf(face);
    std::vector<MaskLayer> layers = layersOf(database, face);
    if (!layers.empty() && !(face.photoFromUnit == photoFromUnit)) {
        for (MaskLayer& layer : layers) layer.mask = movedMask(layer.mask, face.photoFromUnit, photoFromUnit);
        after = withMaskLayers(database, after, layers, combinedMask(layers, layers[0].mask.width()));
    }
    after.photoFromUnit = photoFromUnit;
    after.landmarks.assign(landmarks.begin(), landmarks.end());
    after.cropSha256 = putPicture(database, cropPng);
    const std::vector<FaceChange> changes{{id, std::move(after)}};
    const auto edit = editFaces(database, {VISAGIST_TEXT("move landmarks"), {}}, changes);
    savepoint.commit();
    return edit;
}

std::optional<std::int64_t> setMaskLayers(Database& database, std::int64_t id,
                                          std::span<const MaskLayer> layers) {
    Savepoint savepoint(database);
    const FaceState before = stateOf(existingFace(database, id));
    const std::optional<Image> combined =
        layers.empty() ? std::nullopt : combinedMask(layers, layers[0].mask.width());
    if (combined && std::all_of(combined->data(), combined->data() + combined->byteCount(),
                                [](std::uint8_t value) { return value == 0; })) {
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT("This mask leaves nothing of the face: nothing could be learned from it. Paint "
                          "what is the face, or clear the mask."));
    }
    const std::vector<FaceChange> changes{{id, withMaskLayers(database, before, layers, combined)}};
    const auto edit = editFaces(database, {VISAGIST_TEXT("change a mask"), {}}, changes);
    savepoint.commit();
    return edit;
}

}  // namespace visagist
