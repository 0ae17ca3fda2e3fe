// Videos for tests, made with FFmpeg's own encoders; every frame carries its number.
#pragma once
#include <algorithm>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/path.h"
#include "core/image/image.h"
#include "core/video/ffmpeg_handles.h"

namespace visagist::test {

struct TestClip {
    int width = 192, height = 108;
    int frames = 30;
    AVRational rate{25, 1};
    std::vector<std::int64_t> times{};  ///< milliseconds of each frame, in place of `rate` and `frames`
    std::string encoder = "mpeg4";
    int betweenKeyframes = 8, bFrames = 0;
    int rotation = 0;  ///< degrees clockwise that a player must turn it by
    bool mirrored = false;
    bool sound = false;
    AVPixelFormat format = AV_PIX_FMT_YUV420P;
    AVColorSpace matrix = AVCOL_SPC_UNSPECIFIED;  ///< as tagged
    int codedMatrix = SWS_CS_ITU601;              ///< as really used
    AVColorRange range = AVCOL_RANGE_UNSPECIFIED;
    AVRational pixelAspect{0, 1};
    /// RGB of frame i; by default numberedFrame().
    std::function<Image(int)> draw{};
};

constexpr int kNumberBits = 10;

/// A picture whose lower half shows `number` in black and white blocks, the highest bit at the left.
inline Image numberedFrame(int width, int height, int number) {
    Image image(width, height, 3);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            std::uint8_t* p = image.row(y) + 3 * x;
            const int bit = kNumberBits - 1 - x * kNumberBits / width;
            const bool set = y >= height / 2 && ((number >> bit) & 1) != 0;
            p[0] = static_cast<std::uint8_t>(set ? 235 : 40 + 60 * x / width);
            p[1] = static_cast<std::uint8_t>(set ? 235 : 40);
            p[2] = static_cast<std::uint8_t>(set ? 235 : 40);
        }
    }
    return image;
}

/// The number that numberedFrame() drew.
inline int numberIn(const Image& image) {
    int number = 0;
    for (int bit = 0; bit < kNumberBits; ++bit) {
        const int x = image.width() * (2 * bit + 1) / (2 * kNumberBits), y = image.height() * 3 / 4;
        number = 2 * number + (image.row(y)[3 * x + 1] > 135 ? 1 : 0);
    }
    return number;
}

/// Writes one clip; a class, for encoder and muxer end in several steps.
class ClipWriter {
public:
    ClipWriter(const std::filesystem::path& path, const TestClip& clip) : m_clip(clip) {
        av_log_set_level(AV_LOG_QUIET);
        AVFormatContext* output = nullptr;
        const std::string name = utf8FromPath(path);
        check(avformat_alloc_output_context2(&output, nullptr, nullptr, name.c_str()));
        m_output = output;
        openVideo();
        if (clip.sound) openSound();
        check(avio_open(&m_output->pb, ("file:" + name).c_str(), AVIO_FLAG_WRITE));
        check(avformat_write_header(m_output, nullptr));
        const int count = clip.times.empty() ? clip.frames : static_cast<int>(clip.times.size());
        for (int i = 0; i < count; ++i) encode(i);
        drain(nullptr);
        if (clip.sound) writeSound(count);
        check(av_write_trailer(m_output));
    }
    ~ClipWriter() {
        if (m_output->pb) avio_closep(&m_output->pb);
        avformat_free_context(m_output);
    }
    ClipWriter(const ClipWriter&) = delete;
    ClipWriter& operator=(const ClipWriter&) = delete;

private:
    static void check(int code) {
        if (code < 0) throw std::runtime_error("test clip: " + ffmpegReason(code));
    }

    void openVideo() {
        const AVCodec* encoder = avcodec_find_encoder_by_name(m_clip.encoder.c_str());
        if (!encoder) throw std::runtime_error("no encoder " + m_clip.encoder);
        m_codec.reset(avcodec_alloc_context3(encoder));
        m_codec->width = m_clip.width;
        m_codec->height = m_clip.height;
        m_codec->pix_fmt = m_clip.format;
        m_codec->time_base = m_clip.times.empty() ? av_inv_q(m_clip.rate) : AVRational{1, 1000};
        if (m_clip.times.empty()) m_codec->framerate = m_clip.rate;
        m_codec->gop_size = m_clip.betweenKeyframes;
        m_codec->max_b_frames = m_clip.bFrames;
        m_codec->bit_rate = 4'000'000;
        m_codec->qmin = 1, m_codec->qmax = 3;
        m_codec->colorspace = m_clip.matrix;
        m_codec->color_range = m_clip.range;
        m_codec->sample_aspect_ratio = m_clip.pixelAspect;
        m_codec->thread_count = 1;
        if (m_output->oformat->flags & AVFMT_GLOBALHEADER) m_codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
        check(avcodec_open2(m_codec.get(), encoder, nullptr));
        m_stream = avformat_new_stream(m_output, nullptr);
        check(avcodec_parameters_from_context(m_stream->codecpar, m_codec.get()));
        m_stream->time_base = m_codec->time_base;
        m_stream->sample_aspect_ratio = m_clip.pixelAspect;
        if (m_clip.times.empty()) m_stream->avg_frame_rate = m_clip.rate;
        if (m_clip.rotation != 0 || m_clip.mirrored) setMatrix();
    }

    void setMatrix() {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
        AVCodecParameters* par = m_stream->codecpar;
        auto* matrix = reinterpret_cast<std::int32_t*>(
            av_packet_side_data_new(&par->coded_side_data, &par->nb_coded_side_data,
                                    AV_PKT_DATA_DISPLAYMATRIX, 36, 0)
                ->data);
#else
        auto* matrix =
            reinterpret_cast<std::int32_t*>(av_stream_new_side_data(m_stream, AV_PKT_DATA_DISPLAYMATRIX, 36));
#endif
        av_display_rotation_set(matrix, m_clip.rotation);  // FFmpeg counts it so that players turn clockwise
        if (m_clip.mirrored) av_display_matrix_flip(matrix, 1, 0);
    }

    void openSound() {
        m_sound = avformat_new_stream(m_output, nullptr);
        AVCodecParameters* par = m_sound->codecpar;
        par->codec_type = AVMEDIA_TYPE_AUDIO;
        par->codec_id = AV_CODEC_ID_PCM_S16LE;
        par->format = AV_SAMPLE_FMT_S16;
        par->sample_rate = 8000;
        av_channel_layout_default(&par->ch_layout, 1);
        par->bits_per_coded_sample = 16;
        par->block_align = 2;
        m_sound->time_base = {1, 8000};
    }

    std::int64_t stamp(int i) const {
        return m_clip.times.empty() ? i : m_clip.times[static_cast<std::size_t>(i)];
    }

    /// Until the next frame; 40 ms for the last.
    std::int64_t duration(std::int64_t pts) const {
        if (m_clip.times.empty()) return 1;
        const auto next = std::upper_bound(m_clip.times.begin(), m_clip.times.end(), pts);
        return next == m_clip.times.end() ? 40 : *next - pts;
    }

    void encode(int i) {
        const Image rgb = m_clip.draw ? m_clip.draw(i) : numberedFrame(m_clip.width, m_clip.height, i);
        const FfmpegPtr<AVFrame> frame(av_frame_alloc());
        frame->width = m_clip.width;
        frame->height = m_clip.height;
        frame->format = m_clip.format;
        frame->colorspace = m_clip.matrix;
        frame->color_range = m_clip.range;
        frame->pts = stamp(i);
        check(av_frame_get_buffer(frame.get(), 64));
        const FfmpegPtr<SwsContext> scaler(sws_getContext(
            rgb.width(), rgb.height(), AV_PIX_FMT_RGB24, m_clip.width, m_clip.height, m_clip.format,
            SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, nullptr, nullptr, nullptr));
        constexpr int one = 1 << 16;
        sws_setColorspaceDetails(scaler.get(), sws_getCoefficients(SWS_CS_DEFAULT), 1,
                                 sws_getCoefficients(m_clip.codedMatrix), m_clip.range == AVCOL_RANGE_JPEG, 0,
                                 one, one);
        const std::uint8_t* from[4] = {rgb.data()};
        const int strides[4] = {static_cast<int>(rgb.bytesPerRow())};
        sws_scale(scaler.get(), from, strides, 0, rgb.height(), frame->data, frame->linesize);
        drain(frame.get());
    }

    void drain(const AVFrame* frame) {
        check(avcodec_send_frame(m_codec.get(), frame));
        const FfmpegPtr<AVPacket> packet(av_packet_alloc());
        while (avcodec_receive_packet(m_codec.get(), packet.get()) == 0) {
            packet->stream_index = m_stream->index;
            packet->duration = duration(packet->pts);
            av_packet_rescale_ts(packet.get(), m_codec->time_base, m_stream->time_base);
            check(av_interleaved_write_frame(m_output, packet.get()));
        }
    }

    /// A second of a soft tone for each second of film.
    void writeSound(int frames) {
        const double length = m_clip.times.empty()
                                  ? frames * static_cast<double>(m_clip.rate.den) / m_clip.rate.num
                                  : static_cast<double>(m_clip.times.back()) / 1000 + 0.04;
        const int samples = static_cast<int>(8000 * length);
        const FfmpegPtr<AVPacket> packet(av_packet_alloc());
        check(av_new_packet(packet.get(), samples * 2));
        for (int i = 0; i < samples * 2; ++i)
            packet->data[i] = static_cast<std::uint8_t>(i % 2 == 0 ? i / 2 * 9 : 0);
        packet->stream_index = m_sound->index;
        packet->pts = packet->dts = 0;
        packet->duration = samples;
        packet->flags |= AV_PKT_FLAG_KEY;
        av_packet_rescale_ts(packet.get(), {1, 8000}, m_sound->time_base);
        check(av_interleaved_write_frame(m_output, packet.get()));
    }

    TestClip m_clip;
    AVFormatContext* m_output = nullptr;
    FfmpegPtr<AVCodecContext> m_codec;
    AVStream *m_stream = nullptr, *m_sound = nullptr;
};

inline void writeClip(const std::filesystem::path& path, const TestClip& clip = {}) {
    const ClipWriter written(path, clip);
}

inline bool hasEncoder(const char* name) { return avcodec_find_encoder_by_name(name) != nullptr; }

}  // namespace visagist::test
