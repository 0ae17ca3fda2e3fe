#include "core/image/gif_reader.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "core/image/animation_canvas.h"
#include "core/image/decode_error.h"
#include "core/image/opencv_reader.h"

namespace visagist {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// Walks over the blocks of a GIF without decoding them.
class BlockWalker {
public:
    explicit BlockWalker(Bytes bytes) : m_bytes(bytes) {
        const std::uint8_t flags = at(10);
        m_at = 13 + ((flags & 0x80) != 0 ? tableBytes(flags) : 0);
    }
    /// Goes behind the next frame; false where there is none that is whole enough to have a head.
    bool nextFrame() {
        while (m_at < m_bytes.size()) {
            const std::uint8_t kind = at(m_at);
            if (kind == 0x2C && m_at + 10 < m_bytes.size()) {
                const std::uint8_t flags = at(m_at + 9);
                m_at += 11 + ((flags & 0x80) != 0 ? tableBytes(flags) : 0);  // behind the code size
                passSubBlocks();
                return true;
            }
            if (kind != 0x21) return false;
            m_at += 2;
            passSubBlocks();
        }
        return false;
    }

private:
    std::uint8_t at(std::size_t place) const { return place < m_bytes.size() ? m_bytes[place] : 0; }
    static std::size_t tableBytes(std::uint8_t flags) { return std::size_t{3} << ((flags & 7) + 1); }
    void passSubBlocks() {
        while (m_at < m_bytes.size() && m_bytes[m_at] != 0) m_at += std::size_t{m_bytes[m_at]} + 1;
        ++m_at;
    }

    Bytes m_bytes;
    std::size_t m_at = 0;
};

struct Close {
    void operator()(GifFileType* gif) const { DGifCloseFile(gif, nullptr); }
};

class GifReader final : public AnimationReader {
public:
    GifReader(std::vector<std::uint8_t> bytes, std::string name)
        : m_bytes(std::move(bytes)), m_name(std::move(name)) {
        if (m_bytes.size() < 13) throw cutOffError(m_name);
        const auto word = [&](std::size_t at) { return m_bytes[at] + 256 * m_bytes[at + 1]; };
        requireSize(m_name, word(6), word(8), kMaxAnimationPixels);
        setCanvas(word(6), word(8));
        open();
    }

    std::int64_t frameCount() override { return gifFrameCount(m_bytes, std::int64_t{1} << 40); }

protected:
    Image composed() override { return flattened(m_canvas.pixels()); }
    bool readNext(double& duration) override {
        while (!m_ended) {
            GifRecordType record = UNDEFINED_RECORD_TYPE;
            if (DGifGetRecordType(m_gif.get(), &record) != GIF_OK) return endsEarly();
            if (record == TERMINATE_RECORD_TYPE) m_ended = true;
            if (record == EXTENSION_RECORD_TYPE && !readExtension()) return endsEarly();
            if (record != IMAGE_DESC_RECORD_TYPE) continue;
            if (!readFrame()) return endsEarly();
            duration = m_control.DelayTime / 100.0;
            m_control = plainControl();
            return true;
        }
        return false;
    }
    void restart() override { open(); }

private:
    static GraphicsControlBlock plainControl() {
        return {DISPOSAL_UNSPECIFIED, false, 0, NO_TRANSPARENT_COLOR};
    }

    void open() {
        m_read = 0;
        m_ended = false;
        m_control = plainControl();
        m_canvas = AnimationCanvas(canvasWidth(), canvasHeight());
        int code = 0;
        m_gif.reset(DGifOpen(this, readBytes, &code));
        if (!m_gif) throw cutOffError(m_name);
    }

    static int readBytes(GifFileType* gif, GifByteType* to, int count) {
        auto& self = *static_cast<GifReader*>(gif->UserData);
        const std::size_t there =
            std::min(static_cast<std::size_t>(count), self.m_bytes.size() - self.m_read);
        std::memcpy(to, self.m_bytes.data() + self.m_read, there);
        self.m_read += there;
        return static_cast<int>(there);
    }

    bool endsEarly() {
        m_ended = true;
        markEndMissing();
        return false;
    }

    bool readExtension() {
        int code = 0;
        GifByteType* block = nullptr;
        if (DGifGetExtension(m_gif.get(), &code, &block) != GIF_OK) return false;
        if (block && code == GRAPHICS_EXT_FUNC_CODE) DGifExtensionToGCB(block[0], block + 1, &m_control);
        while (block)
            if (DGifGetExtensionNext(m_gif.get(), &block) != GIF_OK) return false;
        return true;
    }

    /// The lines of an interlaced frame come in four passes.
    static std::vector<int> linesInOrder(int height, bool interlaced) {
        std::vector<int> lines;
        constexpr std::array<std::array<int, 2>, 4> passes{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
        for (const auto& [start, step] : passes)
            for (int y = interlaced ? start : 0; y < height; y += interlaced ? step : 1) {
                if (!interlaced && static_cast<int>(lines.size()) == height) break;
                lines.push_back(y);
            }
        return lines;
    }

    bool readFrame() {
        if (DGifGetImageDesc(m_gif.get()) != GIF_OK) return false;
        const GifImageDesc& frame = m_gif->Image;
        const ColorMapObject* colours = frame.ColorMap ? frame.ColorMap : m_gif->SColorMap;
        const int left = std::min(frame.Left, canvasWidth()), top = std::min(frame.Top, canvasHeight());
        const int shownWidth = std::min(frame.Width, canvasWidth() - left),
                  shownHeight = std::min(frame.Height, canvasHeight() - top);
        if (!colours || frame.Width <= 0 || frame.Height <= 0 ||
            frame.Width > kMaxAnimationPixels / frame.Height)
            return false;
        Image rgba(shownWidth, shownHeight, 4);
        std::vector<GifPixelType> line(static_cast<std::size_t>(frame.Width));
        for (const int y : linesInOrder(frame.Height, frame.Interlace)) {
            if (DGifGetLine(m_gif.get(), line.data(), frame.Width) != GIF_OK) return false;
            if (y < shownHeight) colourLine(line, *colours, rgba.row(y), shownWidth);
        }
        m_canvas.show(rgba, left, top, true, disposal());
        return true;
    }

    void colourLine(const std::vector<GifPixelType>& line, const ColorMapObject& colours, std::uint8_t* to,
                    int count) const {
        for (int x = 0; x < count; ++x, to += 4) {
            const int pixel = line[static_cast<std::size_t>(x)];
            if (pixel == m_control.TransparentColor || pixel >= colours.ColorCount) continue;
            const GifColorType& colour = colours.Colors[pixel];
            to[0] = colour.Red, to[1] = colour.Green, to[2] = colour.Blue, to[3] = 255;
        }
    }

    Disposal disposal() const {
        if (m_control.DisposalMode == DISPOSE_BACKGROUND) return Disposal::Clear;
        return m_control.DisposalMode == DISPOSE_PREVIOUS ? Disposal::Restore : Disposal::Keep;
    }

    std::vector<std::uint8_t> m_bytes;
    std::string m_name;
    std::size_t m_read = 0;
    std::unique_ptr<GifFileType, Close> m_gif;
    GraphicsControlBlock m_control = plainControl();
    AnimationCanvas m_canvas;
    bool m_ended = false;
};

}  // namespace

std::unique_ptr<AnimationReader> openGif(std::vector<std::uint8_t> bytes, std::string name) {
    return std::make_unique<GifReader>(std::move(bytes), std::move(name));
}

std::int64_t gifFrameCount(std::span<const std::uint8_t> bytes, std::int64_t most) {
    BlockWalker walker(bytes);
    std::int64_t count = 0;
    while (count < most && walker.nextFrame()) ++count;
    return count;
}

}  // namespace visagist
