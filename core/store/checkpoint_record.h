// What a checkpoint's hashes are taken over, and its metrics as text.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/sha256.h"

namespace visagist {

struct CheckpointInfo;

/// Collects what a checkpoint's two hashes are taken over: of each tensor, in stored order, its name, type,
/// shape (as JSON) and its chunks' hashes.
class StateHash {
public:
    explicit StateHash(const std::string& state);
    void add(const std::string& name, const std::string& type, const std::string& shape,
             std::span<const std::string> chunks);
    std::string weights() { return m_weights.hex(); }
    std::string state() { return m_state.hex(); }

private:
    Sha256 m_weights, m_state;
};

/// Of the parts of a checkpoint's row that the state's hash leaves out, so that their damage is seen too.
std::string recordHash(const CheckpointInfo& info, const std::string& metrics, const std::string& progress);

/// JSON. Numbers that are not finite are left out: JSON has none, and a reader shows a gap.
std::string metricsText(const std::map<std::string, double>& metrics);
std::map<std::string, double> metricsFromText(const std::string& text);

}  // namespace visagist
