// A project of demo people: pictures on disk, imported with their exact landmarks and masks.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

namespace visagist {

struct DemoProjectRequest {
    std::filesystem::path folder;  ///< made if missing; gets demo.visagist and people/NAME/0001.png …
    int people = 3;                ///< 2 … 8
    int facesEach = 200;
    int size = 256;  ///< pixels of the pictures
    std::uint64_t seed = 1;
};

/// Content `index` of the pictures of person `person` in a demo project, or, for index ≥ kHeldOut, content
/// that no demo project has trained on.
std::uint64_t demoContentSeed(std::uint64_t seed, int person, std::uint64_t index);
inline constexpr std::uint64_t kHeldOutContent = 1'000'000;

/// Makes the project; one that stands there already is completed, not made twice. `progress(done, total)` is
/// called from the calling thread. Returns the project file. Throws Error(WriteFailed | DiskFull |
/// Cancelled).
std::filesystem::path makeDemoProject(const DemoProjectRequest& request, std::stop_token stop = {},
                                      const std::function<void(int, int)>& progress = {});

}  // namespace visagist
