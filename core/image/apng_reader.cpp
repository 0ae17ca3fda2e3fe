#include "core/image/apng_reader.h"

#include <array>
#include <optional>
#include <string_view>

#include "core/image/animation_canvas.h"
#include "core/image/colour_profile.h"
#include "core/image/decode_error.h"
#include "core/image/opencv_reader.h"
#include "core/image/picture_header.h"

namespace visagist {
namespace {

using Bytes = std::span<const std::uint8_t>;

std::uint32_t bigNumber(Bytes bytes, std::size_t at, std::size_t size) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8 | bytes[at + i];
    return value;
}

struct Chunk {
    std::string_view type;
    Bytes body;
};

/// Walks over the chunks of a PNG; ends at the first one that is not whole.
class ChunkWalker {
public:
    explicit ChunkWalker(Bytes bytes) : m_bytes(bytes) {}
    std::optional<Chunk> next() {
        if (m_bytes.size() < m_at + 12) return std::nullopt;
        const std::size_t length = bigNumber(m_bytes, m_at, 4);
        if (length > m_bytes.size() - m_at - 12) return std::nullopt;
        const Chunk chunk{{reinterpret_cast<const char*>(m_bytes.data()) + m_at + 4, 4},
                          m_bytes.subspan(m_at + 8, length)};
        m_at += length + 12;
        return chunk;
    }

private:
    Bytes m_bytes;
    std::size_t m_at = 8;
};

void appendChunk(std::vector<std::uint8_t>& png, std::string_view type, Bytes body) {
    const auto number = [&](std::uint32_t value) {
        for (int shift = 24; shift >= 0; shift -= 8) png.push_back(static_cast<std::uint8_t>(value >> shift));
    };
    number(static_cast<std::uint32_t>(body.size()));
    const std::size_t checked = png.size();
    png.insert(png.end(), type.begin(), type.end());
    png.insert(png.end(), body.begin(), body.end());
    number(pngChecksum(Bytes(png).subspan(checked)));
}

/// A frame as its fcTL chunk describes it, with the pieces of its pixels.
struct FrameParts {
    std::uint32_t width = 0, height = 0, x = 0, y = 0;
    double duration = 0;
    Disposal disposal = Disposal::Keep;
    bool over = false;
    std::vector<Bytes> pixels;
};

FrameParts partsOf(Bytes control) {
    FrameParts parts;
    parts.width = bigNumber(control, 4, 4);
    parts.height = bigNumber(control, 8, 4);
    parts.x = bigNumber(control, 12, 4);
    parts.y = bigNumber(control, 16, 4);
    const std::uint32_t ticks = bigNumber(control, 20, 2), rate = bigNumber(control, 22, 2);
    parts.duration = static_cast<double>(ticks) / (rate == 0 ? 100 : rate);
    parts.disposal = control[24] == 1   ? Disposal::Clear
                     : control[24] == 2 ? Disposal::Restore
                                        : Disposal::Keep;
    parts.over = control[25] == 1;
    return parts;
}

class ApngReader final : public AnimationReader {
public:
    ApngReader(std::vector<std::uint8_t> bytes, std::string name)
        : m_bytes(std::move(bytes)), m_name(std::move(name)) {
        const auto header = readPictureHeader(PictureKind::Png, m_bytes);
        if (!header) throw cutOffError(m_name);
        requireSize(m_name, header->width, header->height, kMaxAnimationPixels);
        setCanvas(static_cast<int>(header->width), static_cast<int>(header->height), header->orientation);
        m_profile = inflatedProfile(header->profile);
        findFrames();
        if (!header->whole) markEndMissing();
        m_canvas = AnimationCanvas(canvasWidth(), canvasHeight());
    }

    std::int64_t frameCount() override { return static_cast<std::int64_t>(m_frames.size()); }

protected:
    Image composed() override {
        Image rgba = m_canvas.pixels();
        if (!m_profile.empty()) convertToSrgb(rgba, m_profile);
        return flattened(rgba);
    }
    bool readNext(double& duration) override {
        if (m_next >= m_frames.size()) return false;
        const FrameParts& parts = m_frames[m_next];
        const auto fits = [](std::uint64_t offset, std::uint64_t length, int whole) {
            return length > 0 && offset + length <= static_cast<std::uint64_t>(whole);
        };
        if (!fits(parts.x, parts.width, canvasWidth()) || !fits(parts.y, parts.height, canvasHeight()) ||
            !lay(parts)) {
            markEndMissing();
            m_next = m_frames.size();
            return false;
        }
        ++m_next;
        duration = parts.duration;
        return true;
    }
    void restart() override {
        m_next = 0;
        m_canvas = AnimationCanvas(canvasWidth(), canvasHeight());
    }

private:
    /// The picture in IDAT is a frame only where an fcTL stands before it.
    void findFrames() {
        ChunkWalker walker(m_bytes);
        std::optional<FrameParts> frame;
        while (const auto chunk = walker.next()) {
            if (chunk->type == "IHDR") m_header = chunk->body;
            if (chunk->type == "PLTE" || chunk->type == "tRNS") m_tables.push_back(*chunk);
            if (chunk->type == "fcTL" && chunk->body.size() >= 26) {
                if (frame && !frame->pixels.empty()) m_frames.push_back(std::move(*frame));
                frame = partsOf(chunk->body);
            }
            if (chunk->type == "IDAT" && frame) frame->pixels.push_back(chunk->body);
            if (chunk->type == "fdAT" && frame && chunk->body.size() > 4)
                frame->pixels.push_back(chunk->body.subspan(4));
        }
        if (frame && !frame->pixels.empty()) m_frames.push_back(std::move(*frame));
        if (m_header.size() != 13) throw cutOffError(m_name);
    }

    /// Decodes a frame as a PNG of its own; false where that cannot be done.
    bool lay(const FrameParts& parts) {
        std::vector<std::uint8_t> png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
        std::array<std::uint8_t, 13> header{};
        std::copy(m_header.begin(), m_header.end(), header.begin());
        for (std::size_t i = 0; i < 4; ++i) {
            header[i] = static_cast<std::uint8_t>(parts.width >> (24 - 8 * i));
            header[4 + i] = static_cast<std::uint8_t>(parts.height >> (24 - 8 * i));
        }
        appendChunk(png, "IHDR", header);
        for (const Chunk& table : m_tables) appendChunk(png, table.type, table.body);
        for (const Bytes piece : parts.pixels) appendChunk(png, "IDAT", piece);
        appendChunk(png, "IEND", {});
        try {
            const Image rgba = withAlpha(decodeWithOpenCv(png, m_name));
            m_canvas.show(
                rgba, static_cast<int>(parts.x), static_cast<int>(parts.y), parts.over,
                m_next == 0 && parts.disposal == Disposal::Restore ? Disposal::Clear : parts.disposal);
        } catch (const Error&) {
            return false;
        }
        return true;
    }

    std::vector<std::uint8_t> m_bytes, m_profile;
    std::string m_name;
    Bytes m_header;
    std::vector<Chunk> m_tables;
    std::vector<FrameParts> m_frames;
    std::size_t m_next = 0;
    AnimationCanvas m_canvas;
};

}  // namespace

std::unique_ptr<AnimationReader> openApng(std::vector<std::uint8_t> bytes, std::string name) {
    return std::make_unique<ApngReader>(std::move(bytes), std::move(name));
}

std::int64_t apngFrameCount(std::span<const std::uint8_t> bytes) {
    ChunkWalker walker(bytes);
    while (const auto chunk = walker.next()) {
        if (chunk->type == "acTL" && chunk->body.size() >= 8) return bigNumber(chunk->body, 0, 4);
        if (chunk->type == "IDAT") break;
    }
    return 1;
}

}  // namespace visagist
