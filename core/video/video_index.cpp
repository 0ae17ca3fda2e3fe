#include "core/video/video_index.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/video/video_input.h"

namespace visagist {

std::optional<VideoIndex> VideoIndex::read(const std::filesystem::path& path, int stream,
                                           const std::stop_token& stop) {
    const FfmpegPtr<AVFormatContext> input = openVideoInput(path);
    for (unsigned i = 0; i < input->nb_streams; ++i)
        if (static_cast<int>(i) != stream) input->streams[i]->discard = AVDISCARD_ALL;
    const FfmpegPtr<AVPacket> packet(av_packet_alloc());
    if (!packet) throw std::bad_alloc();
    VideoIndex index;
    while (av_read_frame(input.get(), packet.get()) >= 0) {
        if (stop.stop_requested())
            throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Reading \"%1\" was stopped."),
                        {utf8FromPath(path)});
        const bool shown = packet->stream_index == stream && (packet->flags & AV_PKT_FLAG_DISCARD) == 0;
        const Entry entry{packet->pts, packet->dts == AV_NOPTS_VALUE ? packet->pts : packet->dts,
                          (packet->flags & AV_PKT_FLAG_KEY) != 0};
        av_packet_unref(packet.get());
        if (!shown) continue;
        if (entry.shown == AV_NOPTS_VALUE) return std::nullopt;
        index.m_entries.push_back(entry);
    }
    auto& entries = index.m_entries;
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.shown < b.shown; });
    const auto doubled = std::adjacent_find(
        entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.shown == b.shown; });
    if (entries.empty() || doubled != entries.end()) return std::nullopt;
    return index;
}

std::int64_t VideoIndex::timeStamp(std::int64_t index) const {
    return m_entries.at(static_cast<std::size_t>(index)).shown;
}

std::int64_t VideoIndex::indexOf(std::int64_t timeStamp) const {
    const auto found = std::lower_bound(m_entries.begin(), m_entries.end(), timeStamp,
                                        [](const Entry& entry, std::int64_t t) { return entry.shown < t; });
    return found - m_entries.begin();
}

std::vector<VideoIndex::Start> VideoIndex::startsFor(std::int64_t index, std::size_t most) const {
    std::vector<Start> starts;
    for (std::int64_t i = std::min(index, count() - 1); i >= 0 && starts.size() < most; --i) {
        const Entry& entry = m_entries[static_cast<std::size_t>(i)];
        if (entry.key) starts.push_back({i, entry.decoded});
    }
    return starts;
}

}  // namespace visagist
