// What the frames of an animation are laid on; for the .cpp files of this room only.
#pragma once
#include "core/image/image.h"

namespace visagist {

/// What becomes of a frame's rectangle before the next frame is laid on.
enum class Disposal { Keep, Clear, Restore };

class AnimationCanvas {
public:
    AnimationCanvas() = default;
    AnimationCanvas(int width, int height) : m_pixels(width, height, 4) {}

    /// Disposes of the last frame, and makes `rgba` (8 bits, straight alpha) the frame at (x, y), within the
    /// canvas: laid over what is there, or in its place.
    void show(const Image& rgba, int x, int y, bool over, Disposal after);
    /// RGBA, 8 bits.
    const Image& pixels() const { return m_pixels; }

private:
    void disposeOfLast();

    Image m_pixels, m_saved;
    int m_x = 0, m_y = 0, m_width = 0, m_height = 0;  // of the last frame
    Disposal m_disposal = Disposal::Keep;
};

}  // namespace visagist
