#include "core/video/video_reader.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/image/decode.h"
#include "core/image/decode_error.h"
#include "core/video/video_index.h"
#include "core/video/video_input.h"
#include "core/video/video_picture.h"

namespace visagist {
namespace {

std::string nameOr(const char* name) { return name ? name : "unknown"; }

double seconds(AVRational base, std::int64_t count) {
    return static_cast<double>(count) * base.num / base.den;
}

/// Decoders fill what is missing in a damaged frame with what was there before; such a face is nobody's.
bool isPatchedUp(const AVFrame& frame) {
    return frame.decode_error_flags != 0 || (frame.flags & AV_FRAME_FLAG_CORRUPT) != 0;
}

/// An orientation as a turn, after which it may be mirrored.
int degreesOf(int orientation) {
    switch (orientation) {
        case 3:
        case 4:
            return 180;
        case 5:
        case 6:
            return 90;
        case 7:
        case 8:
            return 270;
        default:
            return 0;
    }
}

}  // namespace

class VideoReader::Decoder {
public:
    Decoder(const std::filesystem::path& path, int threads, std::stop_token stop)
        : m_path(path), m_name(utf8FromPath(path)), m_threads(threads), m_stop(std::move(stop)) {
        open();
        if (!decodeNext())
            throw Error(ErrorCode::Damaged,
                        VISAGIST_TEXT("\"%1\" is cut off or damaged: not one of its frames can be decoded."),
                        {m_name});
        m_firstStamp = m_stamp;
        readFacts();
        m_peeked = true;
    }

    const VideoFacts& facts() const { return m_facts; }
    std::int64_t index() const { return m_index; }
    double time() const { return seconds(m_timeBase, m_stamp - m_firstStamp); }
    std::int64_t damagedPieces() const { return m_damaged; }

    bool advance() {
        if (m_peeked) {
            m_peeked = false;
            placeFrame();
            if (m_index >= m_target) return true;
        }
        while (decodeNext()) {
            placeFrame();
            if (m_index >= m_target) return true;
        }
        return false;
    }

    void seek(std::int64_t index) {
        buildIndex();
        m_target = std::max<std::int64_t>(index, 0);
        if (m_table && m_target >= m_table->count()) {
            m_input.reset();  // there is nothing to decode there
            return;
        }
        if (m_input && m_target > m_index && !m_drained && decodingOnIsBest())
            return;  // advance() gets there
        if (m_table && startNear(m_target)) return;
        open();
        m_index = -1;
    }

    void seekTime(double when) {
        buildIndex();
        if (m_table) {
            // A hair earlier, for a time that is a sum of fractions misses its tick by one.
            const double ticks = when * m_timeBase.den / m_timeBase.num;
            const auto first = static_cast<std::int64_t>(std::ceil(std::clamp(ticks, 0.0, 1e15) - 1e-3));
            seek(m_table->indexOf(m_table->timeStamp(0) + first));
            return;
        }
        if (!m_input || m_index < 0 || time() >= when - kInstant) {
            open();
            m_index = -1;
        }
        m_target = 0;
        while (decodeNext()) {
            placeFrame();
            if (time() < when - kInstant) continue;
            --m_index;  // advance() places it again
            m_peeked = true;
            return;
        }
    }

    void buildIndex() {
        if (m_indexRead) return;
        m_table = VideoIndex::read(m_path, m_stream, m_stop);
        m_indexRead = true;
        if (!m_table) return;
        m_firstStamp = m_table->timeStamp(0);
        if (m_index >= 0) m_index = m_table->indexOf(m_stamp);
    }
    std::int64_t frameCount() {
        buildIndex();
        return m_table ? m_table->count() : 0;
    }

    Image image() { return uprightImage(m_converter->rgb(*m_frame), m_orientation); }
    Image smallGrey(int side) { return m_converter->smallGrey(*m_frame, side); }

private:
    static constexpr double kInstant = 1e-6;  ///< seconds; no two frames are that close

    /// Whether there is no keyframe between the current frame and the target that would save decoding.
    bool decodingOnIsBest() const {
        if (!m_table) return true;
        const auto starts = m_table->startsFor(m_target, 1);
        return starts.empty() || starts[0].index <= m_index + 1;
    }

    void open() {
        m_peeked = false;
        m_drained = false;
        m_codec.reset();
        m_input = openVideoInput(m_path);
        m_stream = videoStreamOf(*m_input, m_path);
        const AVStream& stream = *m_input->streams[m_stream];
        m_timeBase = stream.time_base;
        for (unsigned i = 0; i < m_input->nb_streams; ++i)
            if (static_cast<int>(i) != m_stream) m_input->streams[i]->discard = AVDISCARD_ALL;
        requireSize(m_name, stream.codecpar->width, stream.codecpar->height, kMaxPicturePixels);
        openCodec(*stream.codecpar);
        m_converter.emplace(StreamColour{stream.codecpar->color_space, stream.codecpar->color_range,
                                         stream.sample_aspect_ratio.num > 0
                                             ? stream.sample_aspect_ratio
                                             : stream.codecpar->sample_aspect_ratio});
        m_orientation = orientationOf(stream);
        if (!m_frame) m_frame.reset(av_frame_alloc());
        if (!m_packet) m_packet.reset(av_packet_alloc());
        if (!m_frame || !m_packet) throw std::bad_alloc();
        av_packet_unref(m_packet.get());
    }

    void openCodec(const AVCodecParameters& parameters) {
        const AVCodec* codec = avcodec_find_decoder(parameters.codec_id);
        if (!codec)
            throw Error(ErrorCode::Unsupported,
                        VISAGIST_TEXT("\"%1\" is coded as %2, which this machine's FFmpeg cannot decode."),
                        {m_name, nameOr(avcodec_get_name(parameters.codec_id))});
        m_codec.reset(avcodec_alloc_context3(codec));
        if (!m_codec || avcodec_parameters_to_context(m_codec.get(), &parameters) < 0) throw std::bad_alloc();
        m_codec->pkt_timebase = m_timeBase;
        m_codec->thread_count = m_threads;
        m_codec->max_pixels = kMaxPicturePixels;
        if (const int code = avcodec_open2(m_codec.get(), codec, nullptr); code < 0)
            throw Error(ErrorCode::Damaged,
                        VISAGIST_TEXT("\"%1\" is cut off or damaged: it cannot be opened as a video (%2)."),
                        {m_name, ffmpegReason(code)});
    }

    /// Decodes the next frame into m_frame and takes its time stamp; false at the end.
    bool decodeNext() {
        if (!m_input) return false;
        for (int failures = 0;;) {
            if (m_stop.stop_requested())
                throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Reading \"%1\" was stopped."), {m_name});
            const int code = avcodec_receive_frame(m_codec.get(), m_frame.get());
            if (code == 0) {
                if (isPatchedUp(*m_frame)) {
                    ++m_damaged;
                    continue;
                }
                takeStamp();
                return true;
            }
            if (code == AVERROR_EOF) return false;
            // "Out of memory" too: damaged files ask for any amount.
            if (code != AVERROR(EAGAIN)) {
                ++m_damaged;
                if (m_drained) return false;
                if (++failures < 2) continue;
            }
            failures = 0;
            feed();
        }
    }

    /// Gives the decoder one more packet of the stream, or the word that there are no more.
    void feed() {
        bool there = m_packet->data != nullptr;  // one is left over from a seek
        while (!there && av_read_frame(m_input.get(), m_packet.get()) >= 0) {
            there = m_packet->stream_index == m_stream;
            if (!there) av_packet_unref(m_packet.get());
        }
        const int code = avcodec_send_packet(m_codec.get(), there ? m_packet.get() : nullptr);
        m_drained = m_drained || !there;
        av_packet_unref(m_packet.get());
        if (code < 0 && code != AVERROR_EOF) ++m_damaged;
    }

    void takeStamp() {
        m_previousStamp = m_stamp;
        std::int64_t stamp = m_frame->best_effort_timestamp;
        if (stamp == AV_NOPTS_VALUE) stamp = m_frame->pts;
        if (stamp == AV_NOPTS_VALUE) {
            // A file without time stamps: its frames come at its rate.
            const AVRational rate = averageRate();
            const auto step = rate.num > 0 && rate.den > 0
                                  ? std::max<std::int64_t>(av_rescale_q(1, av_inv_q(rate), m_timeBase), 1)
                                  : 1;
            stamp = m_index < 0 ? 0 : m_previousStamp + step;
        }
        m_stamp = stamp;
    }

    void placeFrame() {
        const std::int64_t next = m_index + 1;
        m_index = m_table ? std::max(next, m_table->indexOf(m_stamp)) : next;
    }

    /// Places the input on a keyframe from which frame `target` can be decoded.
    bool startNear(std::int64_t target) {
        const std::int64_t wanted = m_table->timeStamp(target);
        constexpr std::size_t tries = 4;
        for (const VideoIndex::Start& start : m_table->startsFor(target, tries)) {
            if (!m_input) open();
            av_packet_unref(m_packet.get());
            if (av_seek_frame(m_input.get(), m_stream, start.timeStamp, AVSEEK_FLAG_BACKWARD) < 0) continue;
            while (av_read_frame(m_input.get(), m_packet.get()) >= 0 && m_packet->stream_index != m_stream)
                av_packet_unref(m_packet.get());
            const bool usable = m_packet->data && (m_packet->flags & AV_PKT_FLAG_KEY) != 0 &&
                                m_packet->pts != AV_NOPTS_VALUE && m_packet->pts <= wanted;
            if (!usable) continue;
            avcodec_flush_buffers(m_codec.get());
            m_drained = m_peeked = false;
            m_index = -1;
            return true;
        }
        return false;
    }

    AVRational averageRate() const {
        const AVStream& stream = *m_input->streams[m_stream];
        return stream.avg_frame_rate.num > 0 ? stream.avg_frame_rate : stream.r_frame_rate;
    }

    void readFacts() {
        const AVStream& stream = *m_input->streams[m_stream];
        const auto [width, height] = m_converter->size(*m_frame);
        const bool turned = m_orientation >= 5;
        m_facts.width = turned ? height : width;
        m_facts.height = turned ? width : height;
        m_facts.rotation = degreesOf(m_orientation);
        m_facts.mirrored =
            m_orientation == 2 || m_orientation == 4 || m_orientation == 5 || m_orientation == 7;
        if (stream.duration > 0)
            m_facts.duration = seconds(m_timeBase, stream.duration);
        else if (m_input->duration > 0)
            m_facts.duration = static_cast<double>(m_input->duration) / AV_TIME_BASE;
        const AVRational rate = averageRate();
        if (rate.num > 0 && rate.den > 0) m_facts.averageRate = static_cast<double>(rate.num) / rate.den;
        m_facts.frames = std::max<std::int64_t>(stream.nb_frames, 0);
        m_facts.startTime = seconds(m_timeBase, m_stamp);
        m_facts.sound = av_find_best_stream(m_input.get(), AVMEDIA_TYPE_AUDIO, -1, -1, nullptr, 0) >= 0;
        m_facts.container = nameOr(m_input->iformat->name);
        m_facts.codec = nameOr(avcodec_get_name(stream.codecpar->codec_id));
        const auto tagged = [](auto ofFrame, auto ofStream, auto unspecified) {
            return ofFrame == unspecified ? ofStream : ofFrame;
        };
        const AVCodecParameters& par = *stream.codecpar;
        m_facts.primaries = nameOr(av_color_primaries_name(
            tagged(m_frame->color_primaries, par.color_primaries, AVCOL_PRI_UNSPECIFIED)));
        m_facts.transfer =
            nameOr(av_color_transfer_name(tagged(m_frame->color_trc, par.color_trc, AVCOL_TRC_UNSPECIFIED)));
        m_facts.matrix =
            nameOr(av_color_space_name(tagged(m_frame->colorspace, par.color_space, AVCOL_SPC_UNSPECIFIED)));
        m_facts.range = nameOr(
            av_color_range_name(tagged(m_frame->color_range, par.color_range, AVCOL_RANGE_UNSPECIFIED)));
    }

    std::filesystem::path m_path;
    std::string m_name;
    int m_threads;
    std::stop_token m_stop;
    FfmpegPtr<AVFormatContext> m_input;
    FfmpegPtr<AVCodecContext> m_codec;
    FfmpegPtr<AVFrame> m_frame;
    FfmpegPtr<AVPacket> m_packet;
    std::optional<FrameConverter> m_converter;
    std::optional<VideoIndex> m_table;
    AVRational m_timeBase{1, 1};
    VideoFacts m_facts;
    int m_stream = 0, m_orientation = 1;
    std::int64_t m_index = -1, m_target = 0, m_stamp = 0, m_previousStamp = 0, m_firstStamp = 0,
                 m_damaged = 0;
    bool m_peeked = false, m_drained = false, m_indexRead = false;
};

VideoReader::VideoReader(const std::filesystem::path& path, int threads, std::stop_token stop)
    : m_decoder(std::make_unique<Decoder>(path, threads, std::move(stop))) {}
VideoReader::~VideoReader() = default;
const VideoFacts& VideoReader::facts() const { return m_decoder->facts(); }
bool VideoReader::advance() { return m_decoder->advance(); }
std::int64_t VideoReader::index() const { return m_decoder->index(); }
double VideoReader::time() const { return m_decoder->time(); }
Image VideoReader::image() { return m_decoder->image(); }
Image VideoReader::smallGrey(int side) { return m_decoder->smallGrey(side); }
void VideoReader::seek(std::int64_t index) { m_decoder->seek(index); }
std::int64_t VideoReader::frameCount() { return m_decoder->frameCount(); }
void VideoReader::seekTime(double seconds) { m_decoder->seekTime(seconds); }
void VideoReader::buildIndex() { m_decoder->buildIndex(); }
std::int64_t VideoReader::damagedPieces() const { return m_decoder->damagedPieces(); }

}  // namespace visagist
