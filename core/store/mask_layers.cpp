#include "core/store/mask_layers.h"

#include <nlohmann/json.hpp>

#include "core/image/decode.h"
#include "core/image/encode.h"
#include "core/store/picture_table.h"
#include "core/store/stored_enum.h"

namespace visagist {

namespace {

constexpr StoredEnum<MaskSource, 5> kSource{{"automatic", "painted", "polygon", "imported", "occluder"}};
constexpr StoredEnum<MaskMode, 3> kMode{{"replace", "add", "remove"}};

}  // namespace

std::vector<MaskLayer> maskLayers(Database& database, const FaceState& state) {
    std::vector<MaskLayer> layers;
    try {
        for (const nlohmann::json& layer : nlohmann::json::parse(state.maskLayers)) {
            layers.push_back({.source = kSource.value(layer.at("source")),
                              .mode = kMode.value(layer.at("mode")),
                              .mask = decodeMask(picturePng(database, layer.at("mask")))});
        }
    } catch (const nlohmann::json::exception&) {
        throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The project's record of a face's masks is damaged."));
    }
    return layers;
}

FaceState withMaskLayers(Database& database, FaceState state, std::span<const MaskLayer> layers,
                         const std::optional<Image>& combined) {
    nlohmann::json list = nlohmann::json::array();
    for (const MaskLayer& layer : layers) {
        list.push_back({{"source", kSource.name(layer.source)},
                        {"mode", kMode.name(layer.mode)},
                        {"mask", putPicture(database, encodePng(layer.mask))}});
    }
    state.maskLayers = list.dump();
    state.maskSha256 = combined ? putPicture(database, encodePng(*combined)) : std::string();
    return state;
}

}  // namespace visagist
