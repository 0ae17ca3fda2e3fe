// The threads of an import: pictures and frames are read by several at once and handed on in their order.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/curate/face_cutter.h"
#include "core/curate/import_work.h"
#include "core/curate/source_feed.h"

namespace visagist {

/// Readers stay a little ahead of next() at most.
class ReadingLine {
public:
    /// What is given must live as long. Throws what FaceCutter does.
    ReadingLine(const ImportRequest& request, const std::vector<ListedPicture>& pictures,
                const KnownSources& known, int cropSize, std::size_t threads, std::stop_token stop);
    ~ReadingLine() { m_stop.request_stop(); }
    ReadingLine(const ReadingLine&) = delete;
    ReadingLine& operator=(const ReadingLine&) = delete;

    /// Waits for the next outcomes in order; empty at the end and after a stop.
    std::vector<ImportOutcome> next();

private:
    void work(FaceCutter& cutter);
    std::optional<std::pair<std::size_t, ImportWork>> takeWork();
    ImportOutcome done(FaceCutter& cutter, ImportWork& work);
    void readPicture(FaceCutter& cutter, const ImportWork& work, ImportOutcome& outcome);

    const ImportRequest& m_request;
    const KnownSources& m_known;
    std::size_t m_ahead;
    std::stop_source m_stop;
    std::mutex m_feedMutex;  // taken before m_mutex
    SourceFeed m_feed;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::size_t m_taken = 0, m_handedOn = 0;
    bool m_allTaken = false;
    std::map<std::size_t, ImportOutcome> m_ready;
    std::stop_callback<std::function<void()>> m_stopWithCaller;
    std::vector<std::jthread> m_threads;
};

}  // namespace visagist
