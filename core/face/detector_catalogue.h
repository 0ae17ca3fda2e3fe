// The detectors that this program has, and whether their files are there.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/face/box_finder.h"
#include "core/face/detector.h"
#include "core/options/import_options.h"

namespace visagist {

/// A value: copies are cheap, any thread may use one.
class DetectorCatalogue {
public:
    struct Entry {
        DetectorKind kind{};                   ///< name and label: choicesOf(DetectorKind)
        std::function<void()> requireFiles{};  ///< throws Error(NotFound | Damaged) that says what is missing
        std::function<std::unique_ptr<BoxFinder>(const ImportOptions&)> makeFinder{};
    };

    /// Takes the place of an entry of the same kind.
    void add(Entry entry);
    /// In the order of DetectorKind.
    const std::vector<Entry>& entries() const { return m_entries; }

    /// Why a detector cannot be used (a missing file, and how to get it); nothing where it can.
    std::optional<Message> whyNot(DetectorKind kind) const;

    /// The detector that `options` name; one a thread. Throws Error(NotFound | Damaged) where a file of its
    /// is missing, Error(Unsupported) for one that is not in the catalogue.
    std::unique_ptr<FaceDetector> make(const ImportOptions& options) const;

private:
    const Entry& entry(DetectorKind kind) const;
    std::vector<Entry> m_entries;
};

/// HOG, MMOD, and the ONNX files of the user's model folder. MTCNN, which needs LibTorch, is added by
/// core/model (allDetectors()).
DetectorCatalogue detectorsOfFaceRoom();

}  // namespace visagist
