// Finds the faces of a picture or frame and cuts them out, aligned.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/curate/import_job.h"
#include "core/curate/import_work.h"
#include "core/face/detector.h"

namespace visagist {

/// One a thread. Throws Error(NotFound | Damaged) for the detector's model.
class FaceCutter {
public:
    FaceCutter(const ImportRequest& request, int cropSize);

    /// The faces of `photo` (RGB, 8 bit, upright) from left to right, with their crops; without person and
    /// source. Throws Error(Unsupported) for an aligned crop that is too small.
    std::vector<FoundFace> cut(const Image& photo);

    /// The one face of `photo` whose landmarks (68, pixels of `photo`) another program found. Throws
    /// Error(InvalidArgument) where they cannot be those of a face in `photo`.
    std::vector<FoundFace> cutAt(const Image& photo, std::span<const Point> landmarks);

    /// Whether faces are looked for; if not, every picture is one aligned face.
    bool looksForFaces() const { return m_detector != nullptr; }

private:
    std::vector<FoundFace> withCrops(std::vector<Face> faces, const Image& photo) const;
    std::vector<Face> detected(const Image& photo);
    static Face wholePicture(const Image& photo);

    ImportMode m_mode;
    ImportOptions m_options;
    int m_cropSize;
    std::unique_ptr<FaceDetector> m_detector;
};

}  // namespace visagist
