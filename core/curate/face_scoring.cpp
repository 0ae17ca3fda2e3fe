#include "core/curate/face_scoring.h"

#include <cmath>

#include "core/face/embedder.h"
#include "core/face/expression.h"
#include "core/face/lighting.h"
#include "core/face/occlusion.h"
#include "core/face/pose.h"
#include "core/face/quality.h"
#include "core/image/resize.h"

namespace visagist {

FaceScores scoresOf(const Face& face, const Image& crop, const Image& mask, BrisqueJudge* brisque) {
    FaceScores scores;
    const DetailScores detail = detailOf(crop, mask);
    scores.sharp = detail.sharp;
    scores.motion = detail.motion;
    if (brisque) scores.brisque = brisque->score(crop);
    const ExposureScores exposure = exposureOf(crop, mask);
    scores.bright = exposure.bright;
    scores.clipped = exposure.clipped;
    scores.contrast = exposure.contrast;
    scores.hue = exposure.hue;
    if (const double area = std::abs(face.photoFromUnit.determinant()); area > 0)
        scores.size = std::sqrt(area);
    if (const auto pose = headPose(face.landmarks)) {
        scores.yaw = pose->yaw;
        scores.pitch = pose->pitch;
        scores.roll = pose->roll;
    }
    scores.mouth = mouthOpening(face.landmarks);
    scores.eyes = eyeOpening(face.landmarks);
    // Not under the face's own mask, which may leave out what hides it.
    scores.occlusion = occlusionOf(crop, {});
    if (const auto light = lightOn(crop, mask)) {
        scores.lightX = light->x;
        scores.lightY = light->y;
    }
    for (const ScoreInfo& score : faceScoreTable()) {
        auto& value = scores.*score.member;
        if (value && !std::isfinite(*value)) value.reset();
    }
    return scores;
}

Image embeddingChip(const Image& crop) {
    const Affine cropFromUnit = Affine::scaling(crop.width(), crop.height());
    return warped(crop, chipFromUnit().inverse().then(cropFromUnit), kChipSide, kChipSide);
}

}  // namespace visagist
