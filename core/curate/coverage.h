// Which poses, lights and expressions a project's faces show, and which are missing.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/store/database.h"

namespace visagist {

/// The heat map's columns are 15 degrees of yaw from -90 on, its rows 15 degrees of pitch from -60 on; what
/// lies beyond counts in the last.
inline constexpr std::size_t kYawColumns = 12, kPitchRows = 8;
inline constexpr double kPoseStep = 15, kFirstYaw = -90, kFirstPitch = -60;

struct PersonCoverage {
    std::int64_t person = 0;
    std::string name;
    std::int64_t faces = 0;                                                 ///< not excluded
    std::int64_t measured = 0;                                              ///< of which scores are known
    std::int64_t posed = 0;                                                 ///< whose pose is known
    std::array<std::array<std::int64_t, kYawColumns>, kPitchRows> poses{};  ///< [pitch][yaw]
    std::array<std::int64_t, 3> lightAcross{};  ///< from the left, the front, the right
    std::array<std::int64_t, 3> lightDown{};    ///< from above, level, from below
    std::int64_t mouthOpen = 0, mouthClosed = 0, eyesOpen = 0, eyesClosed = 0;
    std::vector<Message> holes;  ///< "No face of Ada looks far to the left."
};

/// One a person that has faces, in the order of people(). What is missing is said of people of whom at least
/// ten faces are known in that respect.
std::vector<PersonCoverage> coverage(Database& database);

}  // namespace visagist
