// Where each frame of a video lies, by the time stamps of its packets; for the .cpp files of this room only.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

namespace visagist {

class VideoIndex {
public:
    /// Reads all packets of stream `stream` without decoding them. Nothing where the time stamps do not tell
    /// the frames apart (missing or doubled ones), so that frames must be counted. Throws Error(Cancelled) on
    /// a stop.
    static std::optional<VideoIndex> read(const std::filesystem::path& path, int stream,
                                          const std::stop_token& stop);

    std::int64_t count() const { return static_cast<std::int64_t>(m_entries.size()); }
    std::int64_t timeStamp(std::int64_t index) const;
    /// The place of the frame with this time stamp: how many come before it.
    std::int64_t indexOf(std::int64_t timeStamp) const;
    /// A keyframe: its place, and the time stamp to seek to.
    struct Start {
        std::int64_t index = 0, timeStamp = 0;
    };
    /// Where decoding may start so that frame `index` is seen: the keyframes that are shown no later, the
    /// nearest first, `most` of them.
    std::vector<Start> startsFor(std::int64_t index, std::size_t most) const;

private:
    struct Entry {
        std::int64_t shown = 0, decoded = 0;
        bool key = false;
    };
    std::vector<Entry> m_entries;  // by time of showing
};

}  // namespace visagist
