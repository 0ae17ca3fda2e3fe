// The same detection in Python: what ours is held against.
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/requests.h"
#include "app/commands/peer_process.h"
#include "core/face/box_finder.h"

namespace visagist::cli {

class DetectorPeer {
public:
    /// Starts the peer of detector `name`; does not throw where there is none. `errors`: a file for what it
    /// says on its error stream.
    DetectorPeer(const CurateBenchFlags& flags, const std::string& name, const std::filesystem::path& errors);

    bool isThere() const { return m_process != nullptr; }
    /// Why it is not; empty where it is.
    const std::string& whyNot() const { return m_why; }

    struct Answer {
        double seconds = 0;  ///< of the processor
        std::vector<FoundBox> faces;
    };
    /// Detection, landmarks and crops of a photograph; nothing where the peer has ended.
    std::optional<Answer> detect(const std::string& file);

private:
    void giveUp(const std::string& why);
    std::filesystem::path m_errors;
    std::unique_ptr<PeerProcess> m_process;
    std::string m_why;
};

}  // namespace visagist::cli
