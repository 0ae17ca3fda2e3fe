// A project: one SQLite file with people, faces, runs and their history; its checkpoints lie in a file beside
// it.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "core/base/platform.h"
#include "core/store/database.h"

namespace visagist {

class Project {
public:
    static constexpr std::int32_t kApplicationId = 0x56534754;  // "VSGT"

    /// Makes NAME.visagist. `cropSize` is the width in pixels at which aligned faces are kept. Throws
    /// Error(InvalidArgument) where the file exists, Error(WriteFailed) in a folder that cannot be written
    /// to.
    static Project create(const std::filesystem::path& path, int cropSize = 256);
    /// Opens a project and brings an older one up to date (in one transaction a step). Throws Error(NotFound
    /// | Damaged | NewerVersion | ReadFailed | WriteFailed). A file in a folder that cannot be written to
    /// opens with Access::ReadOnly only.
    static Project open(const std::filesystem::path& path, Access access = Access::ReadWrite);

    Database& database() const { return *m_database; }
    const std::filesystem::path& path() const { return m_database->path(); }
    std::string name() const;                       ///< file name without its ending
    std::filesystem::path checkpointsPath() const;  ///< PROJECT.checkpoints, beside the project
    std::filesystem::path cachePath(
        const std::string& name) const;  ///< PROJECT.cache/NAME; what lies there can be made anew
    int cropSize() const;

    /// Held by whoever trains in this project. Throws Error(Busy) where another process trains in it.
    std::unique_ptr<FileLock> lockForTraining() const;

    /// Free settings of the window and the like: "" where never set.
    std::string setting(const std::string& key) const;
    void setSetting(const std::string& key, const std::string& value);

private:
    explicit Project(std::unique_ptr<Database> database) : m_database(std::move(database)) {}
    std::unique_ptr<Database> m_database;
};

}  // namespace visagist
