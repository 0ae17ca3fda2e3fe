#include "core/video/video_input.h"

#include <array>
#include <cstdlib>
#include <fstream>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/video/video_format.h"

namespace visagist {
namespace {

namespace fs = std::filesystem;

/// The demuxers that may look at a file: those of films. Playlists and lists of other files are none of them.
constexpr const char* kContainers =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,mpegvideo,flv,asf,ogg,mxf,nut,ivf,m4v,h264,hevc,"
    "dv";

/// Makes sure that the file is there and can be read, with the system's own reason where it is not.
void requireReadable(const fs::path& path) {
    std::error_code reason;
    const auto status = fs::status(path, reason);
    if (!fs::exists(status)) failReading(path, std::make_error_code(std::errc::no_such_file_or_directory));
    if (fs::is_directory(status)) failReading(path, std::make_error_code(std::errc::is_a_directory));
    errno = 0;
    const std::ifstream file(path, std::ios::binary);
    if (!file) failReading(path, std::error_code(errno != 0 ? errno : EIO, std::generic_category()));
}

bool startsLikeVideo(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::array<char, 512> start{};
    file.read(start.data(), start.size());
    return looksLikeVideo(
        {reinterpret_cast<const std::uint8_t*>(start.data()), static_cast<std::size_t>(file.gcount())});
}

const std::int32_t* displayMatrix(const AVStream& stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData* data = av_packet_side_data_get(
        stream.codecpar->coded_side_data, stream.codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    return data && data->size >= 36 ? reinterpret_cast<const std::int32_t*>(data->data) : nullptr;
#else
    std::size_t size = 0;
    const std::uint8_t* data = av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return data && size >= 36 ? reinterpret_cast<const std::int32_t*>(data) : nullptr;
#endif
}

}  // namespace

FfmpegPtr<AVFormatContext> openVideoInput(const fs::path& path) {
    static const bool quiet = (av_log_set_level(AV_LOG_QUIET), true);
    static_cast<void>(quiet);
    requireReadable(path);
    AVFormatContext* opened = nullptr;
    AVDictionary* options = nullptr;
    av_dict_set(&options, "protocol_whitelist", "file", 0);
    av_dict_set(&options, "format_whitelist", kContainers, 0);
    const int code = avformat_open_input(&opened, ("file:" + utf8FromPath(path)).c_str(), nullptr, &options);
    av_dict_free(&options);
    FfmpegPtr<AVFormatContext> input(code == 0 ? opened : nullptr);
    if (code < 0) {
        if (startsLikeVideo(path))
            throw Error(ErrorCode::Damaged,
                        VISAGIST_TEXT("\"%1\" is cut off or damaged: it cannot be opened as a video (%2)."),
                        {utf8FromPath(path), ffmpegReason(code)});
        throw Error(ErrorCode::Unsupported,
                    VISAGIST_TEXT("\"%1\" is not a video of a kind that is read (%2)."),
                    {utf8FromPath(path), ffmpegReason(code)});
    }
    if (const int found = avformat_find_stream_info(input.get(), nullptr); found < 0)
        throw Error(ErrorCode::Damaged,
                    VISAGIST_TEXT("\"%1\" is cut off or damaged: it cannot be opened as a video (%2)."),
                    {utf8FromPath(path), ffmpegReason(found)});
    return input;
}

int videoStreamOf(AVFormatContext& input, const fs::path& path) {
    const int stream = av_find_best_stream(&input, AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    if (stream < 0 || (input.streams[stream]->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0)
        throw Error(ErrorCode::Unsupported, VISAGIST_TEXT("\"%1\" holds no moving pictures."),
                    {utf8FromPath(path)});
    return stream;
}

int orientationOf(const AVStream& stream) {
    const std::int32_t* m = displayMatrix(stream);
    if (!m) return 1;
    // x' = a x + c y, y' = b x + d y, to the nearest quarter turn.
    const std::int64_t a = m[0], b = m[1], c = m[3], d = m[4];
    if (std::abs(a) + std::abs(d) >= std::abs(b) + std::abs(c)) {
        if (a >= 0) return d >= 0 ? 1 : 4;
        return d >= 0 ? 2 : 3;
    }
    if (b >= 0) return c >= 0 ? 5 : 6;
    return c >= 0 ? 8 : 7;
}

}  // namespace visagist
