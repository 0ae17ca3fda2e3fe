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

std::filesystem::path modelsFolder() {
    const char* folder = std::getenv("VISAGIST_MODELS");
    return folder && *folder ? pathFromUtf8(folder) : userCacheFolder() / "models";
}

}  // namespace

std::filesystem::path modelFile(const std::string& name, const std::string& sha256) {
    static std::mutex mutex;
    static std::set<std::filesystem::path> checked;
    const std::filesystem::path path =
        userModelFile(name, VISAGIST_TEXT("The model file \"%1\" is not there. Run \"bash "
                                          "installer/bootstrap.sh build\" to fetch it."));
    const std::scoped_lock lock(mutex);
    if (checked.contains(path)) return path;
    const MappedFile file(path);
    if (sha256Hex({file.data(), file.size()}) != sha256) {
        throw Error(ErrorCode::Damaged,
                    VISAGIST_TEXT("The model file \"%1\" is not the one that is expected (its SHA-256 "
                                  "differs). Delete it and run \"bash installer/bootstrap.sh build\"."),
                    {utf8FromPath(path)});
    }
    checked.insert(path);
    return path;
}

std::filesystem::path userModelFile(const std::string& name, const char* missing) {
    std::filesystem::path path = modelsFolder() / name;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        throw Error(ErrorCode::NotFound, missing, {utf8FromPath(path)});
    return path;
}

}  // namespace visagist
