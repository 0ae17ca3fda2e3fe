// Animated pictures (GIF, WebP, PNG) as frames.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/image/frame_reader.h"

namespace visagist {

/// Animations whose canvas has more pixels are refused: it is held several times while they are read.
inline constexpr std::int64_t kMaxAnimationPixels = 50'000'000;

/// Whether a file is a GIF, WebP or PNG of several frames. Of a GIF all bytes are needed, of the others the
/// first 64 KiB do.
bool isAnimation(std::span<const std::uint8_t> bytes);

/// Reads composed frames one at a time; no more than the canvas and what its frames ask to be kept is held.
/// Times are the sums of the frames' durations; one of 10 ms or less counts as 100 ms, as in browsers.
class AnimationReader : public FrameReader {
public:
    bool advance() override;
    std::int64_t index() const override { return m_index; }
    double time() const override { return m_time; }
    Image smallGrey(int side) override;
    void seek(std::int64_t index) override;
    void seekTime(double seconds) override;
    int width() const { return m_width; }
    int height() const { return m_height; }
    /// The file is damaged or cut off behind the frames that were read so far.
    bool endMissing() const { return m_endMissing; }

protected:
    /// Composes the next frame; its duration in seconds goes to `duration`. False at the end, or where the
    /// rest cannot be read, which then is said with markEndMissing().
    virtual bool readNext(double& duration) = 0;
    virtual void restart() = 0;
    void setSize(int width, int height) { m_width = width, m_height = height; }
    void markEndMissing() { m_endMissing = true; }

private:
    std::int64_t m_index = -1, m_target = 0;
    double m_time = 0, m_nextTime = 0, m_targetTime = 0;
    int m_width = 0, m_height = 0;
    bool m_endMissing = false;
};

/// Opens an animation, or a picture of one frame of these kinds; `name` stands in the messages. Throws
/// Error(Damaged) where not even its head can be read, Error(Unsupported) for other kinds and for canvases
/// above kMaxAnimationPixels.
std::unique_ptr<AnimationReader> openAnimation(std::vector<std::uint8_t> bytes, std::string name);

}  // namespace visagist
