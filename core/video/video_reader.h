// The one reader of videos, over FFmpeg's libraries.
#pragma once
#include <filesystem>
#include <memory>
#include <stop_token>

#include "core/image/frame_reader.h"
#include "core/video/video_format.h"

namespace visagist {

/// Frames in the order in which they are shown, each with its place and its time by the time stamps (frame
/// rates may vary), turned upright by the display matrix, with square pixels, converted with the tagged
/// matrix and range (untagged: BT.709 from 720 lines, else BT.601). The file is never written to.
class VideoReader final : public FrameReader {
public:
    /// Opens a file and decodes its first frame. `threads` of the decoder, 0: as many as it likes. `stop`
    /// ends long work inside with Error(Cancelled). Throws Error(NotFound | ReadFailed) for the file,
    /// Error(Unsupported) where it holds no video or frames of more than kMaxPicturePixels, Error(Damaged)
    /// where not one frame can be decoded.
    explicit VideoReader(const std::filesystem::path& path, int threads = 0, std::stop_token stop = {});
    ~VideoReader() override;

    const VideoFacts& facts() const;

    bool advance() override;
    std::int64_t index() const override;
    double time() const override;
    Image image() override;
    Image smallGrey(int side) override;
    /// By way of the nearest keyframe. Where the file's time stamps do not tell its frames apart, by decoding
    /// all that comes before. The first call reads the whole file once (without decoding it), see
    /// buildIndex().
    void seek(std::int64_t index) override;
    void seekTime(double seconds) override;
    /// The file's own count of frames, read once from its packets as by buildIndex(); 0 where it has no
    /// usable time stamps.
    std::int64_t frameCount() override;

    /// Reads where all frames lie. From then on a frame's place is that of its time stamp among all of the
    /// file's, also where frames before it are too damaged to be decoded. Called before the first advance(),
    /// it makes places after a seek and without one agree in every case.
    void buildIndex();
    /// Pieces that could not be decoded so far; 0: all is well.
    std::int64_t damagedPieces() const;

private:
    class Decoder;
    std::unique_ptr<Decoder> m_decoder;
};

}  // namespace visagist
