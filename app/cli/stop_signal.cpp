#include "app/cli/stop_signal.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

#include "app/report/report.h"

namespace visagist::cli {

namespace {

std::atomic<int> wakePipe = -1;
std::atomic<bool> stopAsked = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

/// Only what is allowed in a signal handler: a lock-free flag and write().
void onStopSignal(int) {
    if (stopAsked.exchange(true)) _exit(kStopped);
    const int savedError = errno;
    const char stop = 's';
    if (write(wakePipe, &stop, 1) < 0) _exit(kStopped);
    errno = savedError;
}

void handle(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

StopSignal::StopSignal(OnStop onFirst) {
    stopAsked = onFirst == OnStop::EndAtOnce;
    if (pipe(m_pipe) != 0) throw Error(ErrorCode::Internal, VISAGIST_TEXT("No pipe could be opened."));
    wakePipe = m_pipe[1];
    m_watcher = std::jthread([source = m_source, end = m_pipe[0]]() mutable {
        char byte = 0;
        while (read(end, &byte, 1) < 0 && errno == EINTR) {
        }
        if (byte == 's') source.request_stop();
    });
    handle(onStopSignal);
}

StopSignal::~StopSignal() {
    handle(SIG_DFL);
    const char quit = 'q';
    if (write(m_pipe[1], &quit, 1) == 1) m_watcher.join();
    close(m_pipe[0]);
    close(m_pipe[1]);
}

}  // namespace visagist::cli
