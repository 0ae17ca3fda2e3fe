// The same work for each of many items, on several threads.
#pragma once
#include <cstddef>
#include <functional>
#include <stop_token>

namespace visagist {

/// How many threads `wanted` means: itself, or for 0 one a processor, 8 at most.
std::size_t threadsFor(int wanted);

/// Calls work(i) for i = 0 … count - 1, handed out in pieces of `piece` in ascending order to `threads`
/// threads (see threadsFor()), the calling one among them. Returns when all have ended. Throws what the first
/// failing call threw, and Error(Cancelled) after a stop.
void inParallel(std::size_t count, std::size_t piece, int threads, const std::stop_token& stop,
                const std::function<void(std::size_t)>& work);

}  // namespace visagist
