// All that is measured of one face.
#pragma once
#include "core/face/brisque.h"
#include "core/image/image.h"
#include "core/store/face_score_table.h"
#include "core/store/face_table.h"

namespace visagist {

/// The scores of ScoreOrigin::Face. `crop` is the aligned face (RGB, 8 bit), `mask` its mask (grey; may be
/// empty), `face` its record; `brisque` may be null. Each score is finite or nothing. Any thread, with a
/// judge of its own. Throws Error(InvalidArgument) for other kinds of pictures.
FaceScores scoresOf(const Face& face, const Image& crop, const Image& mask, BrisqueJudge* brisque);

/// What the face network is shown of an aligned face: kChipSide x kChipSide, cut as dlib cuts it from a
/// photo.
Image embeddingChip(const Image& crop);

}  // namespace visagist
