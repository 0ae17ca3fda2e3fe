#include "app/commands/driver_face.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/face/aligner.h"
#include "core/face/detector.h"
#include "core/image/decode.h"

namespace visagist::cli {

DriverFace readDriver(const std::filesystem::path& picture, bool aligned, int cropSize,
                      std::optional<int> number) {
    DriverFace driver{
        .photo = decodePhoto(picture).image, .face = {}, .photoFromUnit = {}, .found = 1, .number = 1};
    if (aligned) {
        driver.face = driver.photo;
        driver.photoFromUnit = Affine::scaling(driver.photo.width(), driver.photo.height());
        return driver;
    }
    const std::vector<DetectedFace> found = makeHogDetector()->detect(driver.photo);
    if (found.empty())
        throw Error(
            ErrorCode::NotFound,
            VISAGIST_TEXT("No face was found in %1. Take a picture that shows one from the front, or give "
                          "an aligned face with --aligned."),
            {utf8FromPath(picture)});
    driver.found = static_cast<int>(found.size());
    if (number && *number > driver.found)
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("%1 has %2 faces; there is no face %3."),
                    {utf8FromPath(picture), std::to_string(found.size()), std::to_string(*number)});
    const auto area = [](const DetectedFace& face) { return face.box.width * face.box.height; };
    const auto chosen = number ? found.begin() + (*number - 1) : std::ranges::max_element(found, {}, area);
    driver.number = static_cast<int>(chosen - found.begin()) + 1;
    driver.photoFromUnit = photoFromUnit(chosen->landmarks);
    driver.face = cropFromPhoto(driver.photo, driver.photoFromUnit, cropSize);
    return driver;
}

}  // namespace visagist::cli
