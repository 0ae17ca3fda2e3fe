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

/// Faces in one respect: those whose score lies in a band of it.
struct CoverageShare {
    const char* label = "";  ///< English, marked with VISAGIST_TEXT: "from the left"
    std::int64_t faces = 0;
    std::string query;  ///< what finds them, see parseFaceQuery()
};

/// One respect in which faces differ: "yaw", "pitch", "light_x", "light_y", "bright", "mouth", "eyes".
struct CoverageAspect {
    const char* key = "";    ///< of the score
    const char* label = "";  ///< English, marked with VISAGIST_TEXT
    std::int64_t known = 0;  ///< faces whose score is known; bands need not hold all of them
    std::vector<CoverageShare> shares;
};

/// Something that no face of a person shows.
struct CoverageHole {
    Message message;    ///< "No face of Ada looks far to the left."
    std::string query;  ///< the person's faces, and
    std::string order;  ///< in which order (parseFaceOrder()) those nearest to the hole come first
};

struct PersonCoverage {
    std::int64_t person = 0;
    std::string name;
    std::int64_t faces = 0;                                                 ///< not excluded
    std::int64_t measured = 0;                                              ///< of which scores are known
    std::int64_t posed = 0;                                                 ///< whose pose is known
    std::array<std::array<std::int64_t, kYawColumns>, kPitchRows> poses{};  ///< [pitch][yaw]
    std::vector<CoverageAspect> aspects;
    std::vector<CoverageHole> holes;
};

/// What finds the faces that are counted in a cell of the heat map.
std::string poseQuery(const PersonCoverage& person, std::size_t row, std::size_t column);

/// One a person that has faces, in the order of people(). What is missing is said of people of whom at least
/// ten faces are known in that respect.
std::vector<PersonCoverage> coverage(Database& database);

}  // namespace visagist
