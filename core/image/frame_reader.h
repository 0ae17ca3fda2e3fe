// Pictures one after another: what videos and animations have in common.
#pragma once
#include <cstdint>

#include "core/image/image.h"

namespace visagist {

/// Hands out one frame at a time, in the order in which they are shown. Belongs to one thread at a time. What
/// is damaged is passed over; Error is thrown where nothing more can be read at all.
class FrameReader {
public:
    virtual ~FrameReader() = default;

    /// Goes on to the next frame (to the first one, at the start); false where there is none left.
    virtual bool advance() = 0;
    /// The frame that is current after advance(): its place, counted from 0.
    virtual std::int64_t index() const = 0;
    /// Seconds from the first frame to the current one, by the file's time stamps.
    virtual double time() const = 0;
    /// The current frame: RGB, 8 bit, upright, sRGB or the video's own colours; transparency lies over
    /// kAlphaBackground. Costs a conversion a call; frames that are not asked for cost none.
    virtual Image image() = 0;
    /// The current frame's lightness, small, for comparing frames: grey, 8 bit, the longer side at most
    /// `side` pixels.
    virtual Image smallGrey(int side) = 0;
    /// Makes advance() go to frame `index` next, exactly; past the end it finds none.
    virtual void seek(std::int64_t index) = 0;
    /// Makes advance() go to the first frame at or after `seconds` next.
    virtual void seekTime(double seconds) = 0;
    /// How many frames there are, as far as that is known without decoding them; 0 where it is not.
    virtual std::int64_t frameCount() = 0;
};

}  // namespace visagist
