// A picture of what augmentation does to the faces of a project.
#pragma once
#include <cstdint>
#include <stop_token>

#include "core/image/image.h"
#include "core/options/data_options.h"
#include "core/store/project.h"

namespace visagist {

/// rows x columns square cells of `resolution` px without gaps. The first column is the face as it is; then,
/// for each of kDraws draws, what the encoder sees and what the decoder is asked for.
struct AugmentPreview {
    static constexpr int kDraws = 3;
    Image image;
    int rows = 0, columns = 0;
};

/// At most four faces, of as many people as there are. Throws Error(Cancelled) on stop, as Project and the
/// crops do where they cannot be read; without a face rows is 0.
AugmentPreview previewAugmentation(const Project& project, const DataOptions& options, int resolution,
                                   std::uint64_t seed, std::stop_token stop = {});

}  // namespace visagist
