#include "app/commands/detector_peer.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/face/model_files.h"

namespace visagist::cli {

DetectorPeer::DetectorPeer(const CurateBenchFlags& flags, const std::string& name,
                           const std::filesystem::path& errors)
    : m_errors(errors) {
    if (flags.python.empty()) {
        m_why =
            "no Python: name one that has dlib, facenet-pytorch, torch, torchvision, numpy and Pillow with "
            "--python or VISAGIST_BENCH_PYTHON";
        return;
    }
    try {
        m_process = std::make_unique<PeerProcess>(
            std::vector<std::string>{flags.python, flags.script, name, utf8FromPath(modelsFolder())}, errors);
        const auto ready = m_process->ask("ready");
        if (ready != "ready") giveUp(ready.value_or("it ended"));
    } catch (const Error& error) {
        giveUp(error.what());
    }
}

void DetectorPeer::giveUp(const std::string& why) {
    m_process.reset();
    m_why = why;
    std::ifstream file(m_errors);
    for (std::string line; std::getline(file, line);)
        if (!line.empty()) m_why = why + ": " + line;
}

std::optional<DetectorPeer::Answer> DetectorPeer::detect(const std::string& file) {
    if (!m_process) return std::nullopt;
    const auto line = m_process->ask(file);
    const auto json = line ? nlohmann::json::parse(*line, nullptr, false) : nlohmann::json();
    if (!json.is_object()) {
        giveUp("it ended in mid-run");
        return std::nullopt;
    }
    Answer answer{json["seconds"].get<double>(), {}};
    for (const auto& face : json["faces"]) {
        const auto box = face["box"].get<std::vector<double>>();
        FoundBox found{{box.at(0), box.at(1), box.at(2), box.at(3)}, face["score"].get<double>(), {}};
        for (const auto& p : face["points"]) found.points.push_back({p[0].get<double>(), p[1].get<double>()});
        answer.faces.push_back(std::move(found));
    }
    return answer;
}

}  // namespace visagist::cli
