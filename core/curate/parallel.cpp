#include "core/curate/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/error.h"

namespace visagist {

std::size_t threadsFor(int wanted) {
    return wanted > 0 ? static_cast<std::size_t>(wanted)
                      : std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 8);
}

void inParallel(std::size_t count, std::size_t piece, int threads, const std::stop_token& stop,
                const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto takePieces = [&] {
        try {
            for (std::size_t first = next.fetch_add(piece); first < count && !stop.stop_requested();
                 first = next.fetch_add(piece))
                for (std::size_t i = first; i < std::min(first + piece, count); ++i) work(i);
        } catch (...) {
            next = count;
            const std::scoped_lock lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        const std::size_t pieces = (count + piece - 1) / piece;
        for (std::size_t i = 1; i < std::min(threadsFor(threads), pieces); ++i)
            others.emplace_back(takePieces);
        takePieces();
    }
    if (failure) std::rethrow_exception(failure);
    if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Stopped."));
}

}  // namespace visagist
