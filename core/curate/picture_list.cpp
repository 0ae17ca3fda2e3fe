#include "core/curate/picture_list.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/image/picture_header.h"
#include "core/video/video_format.h"

namespace visagist {
namespace {

namespace fs = std::filesystem;

std::string lowerEnding(const fs::path& path) {
    std::string ending = utf8FromPath(path.extension());
    for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return ending;
}

bool hasSourceName(const fs::path& path) {
    static const std::set<std::string> endings{".jpg",  ".jpeg", ".jpe",  ".jfif", ".png",  ".apng",
                                               ".webp", ".tif",  ".tiff", ".bmp",  ".dib",  ".pgm",
                                               ".ppm",  ".pnm",  ".gif",  ".heic", ".heif", ".avif"};
    return endings.contains(lowerEnding(path)) || hasVideoName(path);
}

bool hasSourceContent(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::array<char, 256> start{};
    file.read(start.data(), start.size());
    const auto bytes = reinterpret_cast<const std::uint8_t*>(start.data());
    const std::span<const std::uint8_t> there(bytes, static_cast<std::size_t>(file.gcount()));
    return pictureKind(there) != PictureKind::Unknown || looksLikeVideo(there);
}

bool isHidden(const fs::path& path) { return utf8FromPath(path.filename()).starts_with('.'); }

/// Absolute, without "." and "..", and without a slash at the end.
fs::path tidy(const fs::path& path) {
    const fs::path absolute = fs::absolute(path).lexically_normal();
    return absolute.has_filename() ? absolute : absolute.parent_path();
}

std::string nameOfFolder(const fs::path& folder) {
    return utf8FromPath(folder.has_filename() ? folder.filename() : folder);
}

class Lister {
public:
    explicit Lister(const std::string& person) : m_person(person) {}

    void addGiven(const fs::path& given) {
        const fs::path path = tidy(given);
        std::error_code problem;
        const fs::file_status status = fs::status(path, problem);
        const std::string parent = nameOfFolder(path.parent_path());
        if (!fs::exists(fs::symlink_status(path, problem))) {
            refuse(path, parent, VISAGIST_TEXT("There is no file or folder of this name."), true);
        } else if (fs::is_directory(status)) {
            scan(path, nameOfFolder(path), true);
        } else {
            addFile(path, status, parent);
        }
    }

    std::vector<ListedPicture> take() {
        std::vector<ListedPicture> list;
        for (auto& [path, picture] : m_pictures) list.push_back(std::move(picture));
        return list;
    }

private:
    void refuse(const fs::path& path, const std::string& folder, std::string reason, bool missing = false) {
        put({path, m_person.empty() ? folder : m_person, std::move(reason), missing});
    }

    void put(ListedPicture picture) {
        const std::string key = utf8FromPath(picture.path);
        m_pictures.emplace(key, std::move(picture));
    }

    void addFile(const fs::path& path, const fs::file_status& status, const std::string& folder) {
        if (fs::is_regular_file(status)) {
            put({path, m_person.empty() ? folder : m_person, {}, false});
        } else if (!fs::exists(status)) {
            refuse(path, folder, VISAGIST_TEXT("This is a link to a file that is not there."));
        } else {
            refuse(path, folder, VISAGIST_TEXT("This is not a file."));
        }
    }

    /// `folder` is the name that pictures in this folder go under; below the given one (`top`) the first
    /// sub-folder's name holds for all that it contains.
    void scan(const fs::path& path, const std::string& folder, bool top) {
        std::error_code problem;
        const fs::path real = fs::canonical(path, problem);
        if (problem || !m_visited.insert(real).second) return;
        const std::size_t before = m_pictures.size();
        fs::directory_iterator entries(path, problem);
        if (problem) {
            refuse(path, folder, VISAGIST_TEXT("This folder cannot be opened."));
            return;
        }
        std::vector<fs::path> children;
        for (; entries != fs::directory_iterator(); entries.increment(problem)) {
            if (problem) break;
            if (!isHidden(entries->path())) children.push_back(entries->path());
        }
        std::sort(children.begin(), children.end());
        for (const fs::path& child : children) {
            const fs::file_status status = fs::status(child, problem);
            if (fs::is_directory(status))
                scan(child, top ? nameOfFolder(child) : folder, false);
            else if (hasSourceName(child) || (fs::is_regular_file(status) && hasSourceContent(child)))
                addFile(child, status, folder);
        }
        if (!top && m_pictures.size() == before && hasSourceName(path))
            refuse(path, folder, VISAGIST_TEXT("This is a folder with a picture's name, without pictures."));
    }

    const std::string& m_person;
    std::map<std::string, ListedPicture> m_pictures;
    std::set<fs::path> m_visited;
};

}  // namespace

bool hasVideoName(const fs::path& path) {
    static const std::set<std::string> endings{".mp4", ".m4v", ".mov",  ".mkv", ".webm",
                                               ".avi", ".mpg", ".mpeg", ".mts", ".m2ts",
                                               ".flv", ".wmv", ".ogv",  ".mxf", ".3gp"};
    return endings.contains(lowerEnding(path));
}

std::vector<ListedPicture> listPictures(std::span<const fs::path> paths, const std::string& person) {
    Lister lister(person);
    for (const fs::path& path : paths) lister.addGiven(path);
    return lister.take();
}

}  // namespace visagist
