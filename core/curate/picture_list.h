// The pictures and films that files and folders name, and whose each is.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace visagist {

struct ListedPicture {
    std::filesystem::path path;  ///< absolute
    std::string person;
    std::string refusal;   ///< why it cannot be read, English; empty for a file to be read
    bool missing = false;  ///< a path that was asked for and is not there
};

/// The pictures, animations and videos in `paths` (files, and folders with all their sub-folders), each once,
/// sorted by path. In folders, hidden files are passed over, and so are files that are none by ending or
/// content; links may lead in circles. What has the name of one but cannot be read is listed with its reason.
/// The person is `person`, or, where that is empty, the name of the sub-folder of the given folder in which
/// the picture lies; for pictures that lie in a given folder itself or were given as files, their folder's
/// name.
std::vector<ListedPicture> listPictures(std::span<const std::filesystem::path> paths,
                                        const std::string& person);

/// Whether a file's ending is one of videos.
bool hasVideoName(const std::filesystem::path& path);

}  // namespace visagist
