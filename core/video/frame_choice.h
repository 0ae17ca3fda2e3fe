// Which frames of a film are looked at: some a second, every n-th, or some of each scene, within a trim.
#pragma once
#include <cstdint>

#include "core/image/frame_reader.h"
#include "core/options/import_options.h"

namespace visagist {

/// Where a choice goes on that was broken off.
struct ChoicePlace {
    std::int64_t nextFrame = 0;  ///< the first one not yet gone past
    std::int64_t lastCut = 0;    ///< at which the scene there began
    bool operator==(const ChoicePlace&) const = default;
};

/// Leads a reader from one chosen frame to the next. The choice depends on the film and the options alone:
/// broken off anywhere and begun again at its place(), it chooses the same frames.
///
/// Scene cuts: of each frame, small and grey, the mean absolute difference d to the frame before it is taken,
/// in percent of full scale. A cut is where min(d, |d - d of the frame before|) reaches the threshold: a
/// steady movement has a large d, but one that changes little. The idea is that of FFmpeg's filter "scdet".
class FrameChooser {
public:
    /// `reader` has not been advanced, or is anywhere for a `place` to go on from.
    FrameChooser(FrameReader& reader, const ImportOptions& options, ChoicePlace place = {});
    /// Goes to the next chosen frame; false where there is none.
    bool advance();
    /// Where to go on behind the current frame.
    ChoicePlace place() const { return m_place; }

private:
    bool advancePerSecond();
    bool advanceEveryNth();
    bool advanceInScenes();
    bool isInTrim() const;
    void resumeScenes();
    bool isCut();
    bool isWantedOfScene(double before);

    FrameReader& m_reader;
    ImportOptions m_options;
    ChoicePlace m_place;
    bool m_started = false;
    // Scenes:
    Image m_grey;
    double m_difference = 0;  ///< of the current frame to the one before, percent
    double m_time = 0;        ///< of the current frame
    double m_cutTime = 0;
};

}  // namespace visagist
