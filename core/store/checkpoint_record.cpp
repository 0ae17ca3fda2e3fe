#include "core/store/checkpoint_record.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/store/checkpoint_store.h"

namespace visagist {

namespace {

using nlohmann::json;

bool isWeight(const std::string& name) { return name.starts_with("generator/") || name.starts_with("ema/"); }

/// With its length in front: "ab" + "c" must not hash as "a" + "bc".
void addText(Sha256& hash, const std::string& text) { hash.add(std::to_string(text.size()) + ":").add(text); }

void addTensor(Sha256& hash, const std::string& name, const std::string& type, const std::string& shape,
               std::span<const std::string> chunks) {
    addText(hash, name);
    addText(hash, type);
    addText(hash, shape);
    for (const std::string& chunk : chunks) addText(hash, chunk);
}

}  // namespace

StateHash::StateHash(const std::string& state) { addText(m_state, state); }

void StateHash::add(const std::string& name, const std::string& type, const std::string& shape,
                    std::span<const std::string> chunks) {
    addTensor(m_state, name, type, shape, chunks);
    if (isWeight(name)) addTensor(m_weights, name, type, shape, chunks);
}

std::string recordHash(const CheckpointInfo& info, const std::string& metrics, const std::string& progress) {
    Sha256 hash;
    for (const std::int64_t number : {info.run, info.step, info.time, info.bytes})
        hash.add(std::to_string(number) + ";");
    for (const std::string* text : {&info.weightsSha256, &info.stateSha256, &metrics, &progress})
        addText(hash, *text);
    return hash.hex();
}

std::string metricsText(const std::map<std::string, double>& metrics) {
    json object = json::object();
    for (const auto& [name, value] : metrics) {
        if (std::isfinite(value)) object[name] = value;
    }
    return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::map<std::string, double> metricsFromText(const std::string& text) {
    std::map<std::string, double> metrics;
    const json object = json::parse(text, nullptr, false);
    if (!object.is_object()) return metrics;
    for (const auto& [name, value] : object.items()) {
        if (value.is_number()) metrics[name] = value.get<double>();
    }
    return metrics;
}

}  // namespace visagist
