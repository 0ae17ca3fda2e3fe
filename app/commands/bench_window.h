// Parts of the window, measured by the program visagist-window-bench that lies beside this one.
#pragma once
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <stop_token>

namespace visagist {

/// A wall of so many faces: scrolled by wheel, keys and bar, searched, all of it excluded and taken back.
/// Throws Error(NotFound) where the program is not there, Error(Internal) where it ends without an answer.
nlohmann::json benchGrid(int faces, const std::stop_token& stop,
                         const std::function<void(std::int64_t, std::int64_t)>& progress);

}  // namespace visagist
