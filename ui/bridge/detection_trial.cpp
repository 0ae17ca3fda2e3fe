#include "ui/bridge/detection_trial.h"

#include <QPainter>
#include <algorithm>

#include "core/curate/face_cutter.h"
#include "core/image/decode.h"
#include "ui/bridge/qt_image.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr int kLongestSide = 1200;
constexpr int kTrialCrop = 64;  ///< the crops of a trial are thrown away

}  // namespace

DetectionTrial tryDetection(const std::filesystem::path& file, const ImportRequest& request) {
    FaceCutter cutter(request, kTrialCrop);
    const Image photo = decodePhoto(file).image;
    const std::vector<FoundFace> found = cutter.cut(photo);
    DetectionTrial trial{qImageFrom(photo), static_cast<int>(found.size())};
    const double longest = std::max(photo.width(), photo.height());
    const double scale = std::min(1.0, kLongestSide / longest);
    if (scale < 1)
        trial.picture =
            trial.picture.scaled(kLongestSide, kLongestSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    QPainter painter(&trial.picture);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const FoundFace& one : found) {
        const Rect& box = one.face.box;
        const QRectF frame(box.x * scale, box.y * scale, box.width * scale, box.height * scale);
        // Dark under light, to be seen on any picture.
        painter.setPen(QPen(colour(kPictureBlack), 5));
        painter.drawRect(frame);
        painter.setPen(QPen(colour(kPictureWhite), 2));
        painter.drawRect(frame);
    }
    return trial;
}

std::map<DetectorKind, Message> missingDetectors(const DetectorCatalogue& catalogue) {
    std::map<DetectorKind, Message> missing;
    for (std::size_t i = 0; i < choicesOf(DetectorKind{}).size(); ++i) {
        const auto kind = static_cast<DetectorKind>(i);
        if (const auto why = catalogue.whyNot(kind)) missing[kind] = *why;
    }
    return missing;
}

}  // namespace visagist
