// Another program that answers one line for each line it is sent.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace visagist::cli {

class PeerProcess {
public:
    /// Starts `command` (program and arguments; looked for in PATH) with its errors written to `errors`.
    /// Throws Error(Unsupported) on a system where this is not written, Error(NotFound) where it cannot be
    /// started.
    PeerProcess(const std::vector<std::string>& command, const std::filesystem::path& errors);
    /// Closes its input and waits until it ends.
    ~PeerProcess();

    /// Sends a line and waits for the answer; nothing where the program ended instead.
    std::optional<std::string> ask(const std::string& line);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace visagist::cli
