#include "core/face/model_files.h"

#include <cstdlib>
#include <mutex>
#include <set>
#include <span>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/base/platform.h"
#include "core/base/sha256.h"

namespace visagist {
namespace {

bool isFile(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

/// Throws Error(Damaged, `sentence`) where the file's SHA-256 is another; looks once a process.
void requireSha256(const std::filesystem::path& path, const std::string& sha256, const char* sentence) {
    static std::mutex mutex;
    static std::set<std::filesystem::path> checked;
    const std::scoped_lock lock(mutex);
    if (checked.contains(path)) return;
    if (fileSha256(path) != sha256) throw Error(ErrorCode::Damaged, sentence, {utf8FromPath(path)});
    checked.insert(path);
}

}  // namespace

std::filesystem::path modelsFolder() {
    const char* folder = std::getenv("VISAGIST_MODELS");
    return folder && *folder ? pathFromUtf8(folder) : userCacheFolder() / "models";
}

std::filesystem::path modelFile(const std::string& name, const std::string& sha256) {
    std::filesystem::path path = modelsFolder() / name;
    if (!isFile(path)) {
        throw Error(ErrorCode::NotFound,
                    VISAGIST_TEXT("The model file \"%1\" is not there. Run \"bash installer/bootstrap.sh "
                                  "build\" to fetch it."),
                    {utf8FromPath(path)});
    }
    requireSha256(path, sha256,
                  VISAGIST_TEXT("The model file \"%1\" is not the one that is expected (its SHA-256 "
                                "differs). Delete it and run \"bash installer/bootstrap.sh build\"."));
    return path;
}

std::filesystem::path optionalModelFile(const std::string& name, const std::string& sha256,
                                        const std::filesystem::path& elsewhere, const std::string& missing) {
    std::filesystem::path path = modelsFolder() / name;
    if (!isFile(path) && isFile(elsewhere / name)) path = elsewhere / name;
    if (!isFile(path)) throw Error(ErrorCode::NotFound, missing, {utf8FromPath(path)});
    requireSha256(path, sha256,
                  VISAGIST_TEXT("The model file \"%1\" is not the one that is expected (its SHA-256 "
                                "differs)."));
    return path;
}

std::filesystem::path userModelFile(const std::string& name, const char* missing) {
    std::filesystem::path path = modelsFolder() / name;
    if (!isFile(path)) throw Error(ErrorCode::NotFound, missing, {utf8FromPath(path)});
    return path;
}

}  // namespace visagist
