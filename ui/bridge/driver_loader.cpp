#include "ui/bridge/driver_loader.h"

#include "core/base/log.h"
#include "core/base/path.h"
#include "core/curate/film_reader.h"
#include "core/face/aligner.h"
#include "core/face/detector.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "core/store/face_table.h"
#include "core/store/project.h"
#include "ui/bridge/qt_image.h"

namespace visagist {

namespace {

constexpr int kDriverSide =
    512;  // pixels of the aligned face that a picture is cut to; the network shrinks it

QImage shownPhoto(const Image& photo) { return qImageFrom(photo).convertToFormat(QImage::Format_RGB32); }

/// The middle square of a picture that is an aligned face.
Image middleSquare(const Image& picture) {
    const int side = std::min(picture.width(), picture.height());
    const Affine map{.xx = static_cast<double>(side),
                     .x0 = (picture.width() - side) / 2.0,
                     .yy = static_cast<double>(side),
                     .y0 = (picture.height() - side) / 2.0};
    return cropFromPhoto(picture, map, side);
}

}  // namespace

LoadedDriver driverFromPicture(const std::filesystem::path& picture, bool alreadyAligned) {
    Image photo = decodePhoto(picture).image;
    LoadedDriver loaded;
    if (alreadyAligned) {
        loaded.faces.push_back({.alignedFace = middleSquare(photo), .photo = {}, .photoFromUnit = {}});
        return loaded;
    }
    for (const DetectedFace& face : makeHogDetector()->detect(photo)) {
        const Affine map = photoFromUnit(face.landmarks);
        loaded.faces.push_back(
            {.alignedFace = cropFromPhoto(photo, map, kDriverSide), .photo = photo, .photoFromUnit = map});
    }
    if (loaded.faces.empty())
        throw Error(
            ErrorCode::NotFound,
            VISAGIST_TEXT(
                "No face was found in \"%1\". If it is an aligned face already, say so and open it again."),
            {utf8FromPath(picture)});
    loaded.photo = shownPhoto(photo);
    return loaded;
}

LoadedDriver driverFromProject(const std::filesystem::path& path, std::int64_t id) {
    const Project project = Project::open(path, Access::ReadOnly);
    const std::optional<Face> face = findFace(project.database(), id);
    if (!face)
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("The project has no face %1 any more."),
                    {std::to_string(id)});
    FusionDriver driver{.alignedFace = decodeImage(faceCropPng(project.database(), id)),
                        .photo = {},
                        .photoFromUnit = face->photoFromUnit};
    LoadedDriver loaded;
    try {
        driver.photo = sourcePicture(pathFromUtf8(face->sourcePath), face->sourceKind, face->frame);
        loaded.photo = shownPhoto(driver.photo);
    } catch (const Error& error) {  // moved or deleted since: the aligned face still drives
        logWarning(error.what());
    }
    loaded.faces.push_back(std::move(driver));
    return loaded;
}

}  // namespace visagist
