#include "core/store/project.h"

#include <charconv>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/store/schema.h"
#include "core/store/setting_table.h"

namespace visagist {

namespace fs = std::filesystem;

namespace {

constexpr const char* kEnding = ".visagist";
constexpr const char* kCropSizeKey = "crop_size";
/// A database file has at least one page, and no page is smaller.
constexpr std::uintmax_t kLeastBytes = 512;
constexpr int kMinCropSize = 16, kMaxCropSize = 2048;

fs::path withEnding(fs::path path) {
    if (path.extension() != kEnding) path += kEnding;
    return path;
}

/// The file's one true name, so that all who open it by links or other spellings meet at the same files
/// beside it.
fs::path trueName(const fs::path& path) {
    std::error_code reason;
    fs::path real = fs::weakly_canonical(fs::absolute(path, reason), reason);
    return reason ? path : real;
}

void refuseToReplace(const fs::path& path) {
    std::error_code ignored;
    if (fs::exists(path, ignored))
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("There is a file %1 already. Choose another name."), {utf8FromPath(path)});
}

/// Makes a whole project under a temporary name, so that a failure leaves nothing under the real one.
void buildProject(const fs::path& path, int cropSize) {
    Database database(path, Access::ReadWrite, true);
    applySchema(database, projectSchema(), true);
    putSetting(database, kCropSizeKey, std::to_string(cropSize));
}

}  // namespace

Project Project::create(const fs::path& wanted, int cropSize) {
    if (cropSize < kMinCropSize || cropSize > kMaxCropSize)
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("The size of the kept faces must be from %1 to %2 pixels; given was %3."),
                    {std::to_string(kMinCropSize), std::to_string(kMaxCropSize), std::to_string(cropSize)});
    const fs::path path = trueName(withEnding(wanted));
    refuseToReplace(path);
    // Checkpoints of a deleted project would be taken for this one's.
    refuseToReplace(fs::path(path).replace_extension(".checkpoints"));
    ensureFolder(path.parent_path());

    const fs::path temporary = temporaryPathBeside(path);
    std::error_code reason;
    try {
        buildProject(temporary, cropSize);
        syncFile(temporary);
        // A journal that a deleted project of the same name left behind would be played into the new one.
        for (const char* ending : {"-wal", "-shm", "-journal"}) fs::remove(fs::path(path) += ending, reason);
        fs::rename(temporary, path, reason);
        if (reason) failWriting(path, reason);
        syncFolder(path.parent_path());
    } catch (const Error& error) {
        for (const char* ending : {"", "-journal"}) fs::remove(fs::path(temporary) += ending, reason);
        // Name the file that was asked for rather than the temporary one.
        if (error.code() == ErrorCode::WriteFailed)
            throw Error(
                ErrorCode::WriteFailed,
                VISAGIST_TEXT("The project %1 could not be made: its folder cannot be written to. Choose "
                              "another folder."),
                {utf8FromPath(path)});
        throw;
    }
    return open(path);
}

Project Project::open(const fs::path& wanted, Access access) {
    std::error_code ignored;
    const fs::path path = trueName(fs::exists(wanted, ignored) ? wanted : withEnding(wanted));
    if (!fs::exists(path, ignored))
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("There is no project %1."), {utf8FromPath(wanted)});
    if (fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) < kLeastBytes)
        throw Error(ErrorCode::Damaged,
                    VISAGIST_TEXT("The project %1 is damaged: the file is empty or cut off."),
                    {utf8FromPath(path)});
    auto database = std::make_unique<Database>(path, access);
    applySchema(*database, projectSchema(), false);
    prepareProjectConnection(*database);
    Project project(std::move(database));
    (void)project.cropSize();
    return project;
}

std::string Project::name() const { return utf8FromPath(path().stem()); }

fs::path Project::checkpointsPath() const { return fs::path(path()).replace_extension(".checkpoints"); }

fs::path Project::cachePath(const std::string& name) const {
    return fs::path(path()).replace_extension(".cache") / pathFromUtf8(name);
}

int Project::cropSize() const {
    const std::string text = setting(kCropSizeKey);
    int size = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (problem != std::errc() || end != text.data() + text.size() || size < kMinCropSize ||
        size > kMaxCropSize)
        throw Error(ErrorCode::Damaged,
                    VISAGIST_TEXT("The project %1 is damaged: it does not say how large its faces are."),
                    {utf8FromPath(path())});
    return size;
}

std::unique_ptr<FileLock> Project::lockForTraining() const {
    const fs::path place = fs::path(path()).replace_extension(".lock");
    auto lock = FileLock::tryLock(place);
    if (lock) return lock;
    const auto holder = FileLock::holder(place);
    throw Error(ErrorCode::Busy,
                VISAGIST_TEXT("%1 is being trained by another Visagist (process %2). Stop that one first."),
                {utf8FromPath(path()), holder ? std::to_string(*holder) : "?"});
}

std::string Project::setting(const std::string& key) const { return visagist::setting(database(), key); }

void Project::setSetting(const std::string& key, const std::string& value) {
    putSetting(database(), key, value);
}

}  // namespace visagist
