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
    Image image() final;
    int width() const { return m_orientation >= 5 ? m_canvasHeight : m_canvasWidth; }  ///< upright
    int height() const { return m_orientation >= 5 ? m_canvasWidth : m_canvasHeight; }
    /// The file is damaged or cut off behind the frames that were read so far.
    bool endMissing() const { return m_endMissing; }

protected:
    /// Composes the next frame; its duration in seconds goes to `duration`. False at the end, or where the
    /// rest cannot be read, which then is said with markEndMissing().
    virtual bool readNext(double& duration) = 0;
    virtual void restart() = 0;
    /// The composed frame as RGB, 8 bit, as stored.
    virtual Image composed() = 0;
    void setCanvas(int width, int height, int orientation = 1) {
        m_canvasWidth = width, m_canvasHeight = height, m_orientation = orientation;
    }
    int canvasWidth() const { return m_canvasWidth; }
    int canvasHeight() const { return m_canvasHeight; }
    void markEndMissing() { m_endMissing = true; }

private:
    std::int64_t m_index = -1, m_target = 0;
    double m_time = 0, m_nextTime = 0, m_targetTime = 0;
    int m_canvasWidth = 0, m_canvasHeight = 0, m_orientation = 1;
    bool m_endMissing = false;
};

/// Opens an animation, or a picture of one frame of these kinds; `name` stands in the messages. Throws
/// Error(Damaged) where not even its head can be read, Error(Unsupported) for other kinds and for canvases
/// above kMaxAnimationPixels.
std::unique_ptr<AnimationReader> openAnimation(std::vector<std::uint8_t> bytes, std::string name);

}  // namespace visagist
