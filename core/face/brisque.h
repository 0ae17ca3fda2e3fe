// The blind quality of a picture: blur, noise and compression taken together.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>

#include "core/image/image.h"

namespace visagist {

/// BRISQUE (Mittal, Moorthy and Bovik, "No-reference image quality assessment in the spatial domain", 2012)
/// with OpenCV's model, which was trained on the LIVE database. One a thread.
class BrisqueJudge {
public:
    /// Looks for brisque_model_live.yml and brisque_range_live.yml in $VISAGIST_MODELS and where the package
    /// opencv-data puts them; nothing where they are not. Throws Error(Damaged) for ones that cannot be read.
    static std::unique_ptr<BrisqueJudge> make();
    virtual ~BrisqueJudge() = default;
    /// 0 (flawless) … 100 of an RGB picture of 8 bit; nothing for a plain one.
    virtual std::optional<double> score(const Image& picture) = 0;
};

}  // namespace visagist
