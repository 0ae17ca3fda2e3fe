#include <fcntl.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <array>
#include <csignal>

#include "core/base/error.h"
#include "ui/bridge/quit_signals.h"

namespace visagist {

namespace {

// A handler may do little more than write to a pipe; Qt reads the other end in its own time.
int g_writeEnd = -1;
constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

void wake(int) {
    const int before = errno;
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(g_writeEnd, &byte, 1);
    errno = before;
}

}  // namespace

struct QuitSignals::State {
    std::array<int, 2> pipe{-1, -1};
    std::array<struct sigaction, kSignals.size()> before{};
};

QuitSignals::QuitSignals(QObject* parent) : QObject(parent), m_state(std::make_unique<State>()) {
    if (::pipe2(m_state->pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        throw Error(ErrorCode::Internal, VISAGIST_TEXT("The system gave no pipe for signals."));
    g_writeEnd = m_state->pipe[1];
    auto* notifier = new QSocketNotifier(m_state->pipe[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char bytes[16];
        while (::read(m_state->pipe[0], bytes, sizeof bytes) > 0) {
        }
        Q_EMIT quitWanted();
    });
    struct sigaction action {};
    action.sa_handler = wake;
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &action, &m_state->before[i]);
}

QuitSignals::~QuitSignals() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &m_state->before[i], nullptr);
    g_writeEnd = -1;
    for (const int end : m_state->pipe) ::close(end);
}

}  // namespace visagist
