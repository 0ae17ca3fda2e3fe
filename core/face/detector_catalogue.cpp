#include "core/face/detector_catalogue.h"

#include <algorithm>

#include "core/face/landmark_reader.h"
#include "core/face/onnx_finder.h"

namespace visagist {

void DetectorCatalogue::add(Entry entry) {
    std::erase_if(m_entries, [&](const Entry& old) { return old.kind == entry.kind; });
    m_entries.push_back(std::move(entry));
    std::sort(m_entries.begin(), m_entries.end(),
              [](const Entry& a, const Entry& b) { return a.kind < b.kind; });
}

const DetectorCatalogue::Entry& DetectorCatalogue::entry(DetectorKind kind) const {
    for (const Entry& entry : m_entries)
        if (entry.kind == kind) return entry;
    throw Error(ErrorCode::Unsupported, VISAGIST_TEXT("The detector \"%1\" is not part of this program."),
                {choicesOf(kind)[static_cast<std::size_t>(kind)].key});
}

std::optional<Message> DetectorCatalogue::whyNot(DetectorKind kind) const {
    try {
        entry(kind).requireFiles();
        requireLandmarkFiles(LandmarkSet::Five);
    } catch (const Error& error) {
        return error.message();
    }
    return std::nullopt;
}

std::unique_ptr<FaceDetector> DetectorCatalogue::make(const ImportOptions& options) const {
    return makeDetector(entry(options.detector).makeFinder(options), options);
}

DetectorCatalogue detectorsOfFaceRoom() {
    DetectorCatalogue catalogue;
    catalogue.add({DetectorKind::Hog, [] {},
                   [](const ImportOptions& options) { return makeHogFinder(options.threshold); }});
    catalogue.add({DetectorKind::Mmod, [] { requireMmodFiles(); },
                   [](const ImportOptions& options) { return makeMmodFinder(options.threshold); }});
    for (const DetectorKind kind : {DetectorKind::Yunet, DetectorKind::Retinaface, DetectorKind::Scrfd}) {
        catalogue.add(
            {kind, [kind] { requireOnnxFiles(kind); },
             [kind](const ImportOptions& options) { return makeOnnxFinder(kind, options.threshold); }});
    }
    return catalogue;
}

}  // namespace visagist
