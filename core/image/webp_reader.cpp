#include "core/image/webp_reader.h"

#include <webp/demux.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "core/image/colour_profile.h"
#include "core/image/decode_error.h"
#include "core/image/opencv_reader.h"
#include "core/image/picture_header.h"

namespace visagist {
namespace {

constexpr std::uint8_t kAnimationFlag = 0x02;

struct Delete {
    void operator()(WebPAnimDecoder* decoder) const { WebPAnimDecoderDelete(decoder); }
};

class WebpReader final : public AnimationReader {
public:
    WebpReader(std::vector<std::uint8_t> bytes, const std::string& name) : m_bytes(std::move(bytes)) {
        const auto header = readPictureHeader(PictureKind::WebP, m_bytes);
        if (!header) throw cutOffError(name);
        requireSize(name, header->width, header->height, kMaxAnimationPixels);
        m_profile = header->profile;
        setCanvas(static_cast<int>(header->width), static_cast<int>(header->height), header->orientation);
        WebPAnimDecoderOptions options;
        if (!WebPAnimDecoderOptionsInit(&options)) throw std::bad_alloc();
        options.color_mode = MODE_RGBA;
        const WebPData data{m_bytes.data(), m_bytes.size()};
        m_decoder.reset(WebPAnimDecoderNew(&data, &options));
        WebPAnimInfo info{};
        if (!m_decoder || !WebPAnimDecoderGetInfo(m_decoder.get(), &info)) throw cutOffError(name);
        m_frames = info.frame_count;
    }

    std::int64_t frameCount() override { return m_frames; }

protected:
    Image composed() override {
        Image rgba(canvasWidth(), canvasHeight(), 4);
        std::memcpy(rgba.data(), m_canvas, rgba.byteCount());
        if (!m_profile.empty()) convertToSrgb(rgba, m_profile);
        return flattened(rgba);
    }
    bool readNext(double& duration) override {
        if (!WebPAnimDecoderHasMoreFrames(m_decoder.get())) return false;
        int end = 0;  // milliseconds from the start at which the frame ends
        if (!WebPAnimDecoderGetNext(m_decoder.get(), &m_canvas, &end)) {
            markEndMissing();
            return false;
        }
        duration = (end - m_end) / 1000.0;
        m_end = end;
        return true;
    }
    void restart() override {
        WebPAnimDecoderReset(m_decoder.get());
        m_end = 0;
    }

private:
    std::vector<std::uint8_t> m_bytes;
    std::span<const std::uint8_t> m_profile;
    std::unique_ptr<WebPAnimDecoder, Delete> m_decoder;
    std::uint8_t* m_canvas = nullptr;  // the decoder's
    std::int64_t m_frames = 0;
    int m_end = 0;
};

}  // namespace

std::unique_ptr<AnimationReader> openWebp(std::vector<std::uint8_t> bytes, std::string name) {
    return std::make_unique<WebpReader>(std::move(bytes), name);
}

bool isAnimatedWebp(std::span<const std::uint8_t> bytes) {
    return bytes.size() > 20 && std::memcmp(bytes.data() + 12, "VP8X", 4) == 0 &&
           (bytes[20] & kAnimationFlag) != 0;
}

}  // namespace visagist
