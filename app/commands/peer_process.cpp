#include "app/commands/peer_process.h"

#include "core/base/error.h"

#ifndef _WIN32
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

extern char** environ;
#endif

namespace visagist::cli {

#ifdef _WIN32

struct PeerProcess::State {};

PeerProcess::PeerProcess(const std::vector<std::string>&, const std::filesystem::path&) {
    throw Error(ErrorCode::Unsupported, VISAGIST_TEXT("Comparing with another program works on Linux only."));
}
PeerProcess::~PeerProcess() = default;
std::optional<std::string> PeerProcess::ask(const std::string&) { return {}; }

#else

struct PeerProcess::State {
    pid_t process = -1;
    int socket = -1;   ///< its input and output; a socket, so that writing to a dead program raises no signal
    std::string read;  ///< of the line after the last answer
};

PeerProcess::PeerProcess(const std::vector<std::string>& command, const std::filesystem::path& errors)
    : m_state(std::make_unique<State>()) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw Error(ErrorCode::Internal, VISAGIST_TEXT("%1"), {std::generic_category().message(errno)});
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0644);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const int failure = ::posix_spawnp(&m_state->process, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    m_state->socket = ends[0];
    if (failure != 0) {
        ::close(ends[0]);
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("%1 cannot be started: %2"),
                    {command.front(), std::generic_category().message(failure)});
    }
}

PeerProcess::~PeerProcess() {
    ::shutdown(m_state->socket, SHUT_WR);
    ::close(m_state->socket);
    while (::waitpid(m_state->process, nullptr, 0) < 0 && errno == EINTR) continue;
}

std::optional<std::string> PeerProcess::ask(const std::string& line) {
    const std::string text = line + "\n";
    if (::send(m_state->socket, text.data(), text.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(text.size()))
        return {};
    std::string& read = m_state->read;
    for (std::array<char, 4096> part{};;) {
        if (const auto end = read.find('\n'); end != std::string::npos) {
            std::string answer = read.substr(0, end);
            read.erase(0, end + 1);
            return answer;
        }
        const ssize_t count = ::recv(m_state->socket, part.data(), part.size(), 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return {};
        read.append(part.data(), static_cast<std::size_t>(count));
    }
}

#endif

}  // namespace visagist::cli
