#include <algorithm>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/platform.h"
#include "core/store/checkpoint_store.h"

namespace visagist {

namespace fs = std::filesystem;

int CheckpointStore::takeWholeOnes(const fs::path& path) {
    std::optional<CheckpointStore> old;
    try {
        old.emplace(path, Access::ReadOnly);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Damaged) throw;
        return 0;  // it is no database any more
    }
    // Nobody else may be reading or writing it; only the lock is taken.
    old->m_database.execute("PRAGMA query_only = OFF; BEGIN EXCLUSIVE; PRAGMA query_only = ON");
    auto all = old->list();
    std::reverse(all.begin(), all.end());
    int taken = 0;
    for (const CheckpointInfo& info : all) {
        if (!old->verify(info.id)) continue;
        insert(old->load(info.id), &info);
        ++taken;
    }
    return taken;
}

int CheckpointStore::repair(const fs::path& path) {
    const fs::path temporary = temporaryPathBeside(path);
    std::error_code ignored;
    int kept = 0;
    try {
        CheckpointStore fresh(temporary, Access::ReadWrite);
        kept = fresh.takeWholeOnes(path);
    } catch (...) {
        for (const char* ending : {"", "-journal"}) fs::remove(fs::path(temporary) += ending, ignored);
        throw;
    }
    fs::path aside = fs::path(path) += ".damaged";
    for (int n = 2; fs::exists(aside, ignored); ++n)
        aside = fs::path(path) += ".damaged-" + std::to_string(n);
    std::error_code reason;
    fs::rename(path, aside, reason);
    if (reason) failWriting(aside, reason);
    for (const fs::path& stale : {path, temporary}) fs::remove(fs::path(stale) += "-journal", ignored);
    fs::rename(temporary, path, reason);
    if (reason) failWriting(path, reason);
    syncFolder(path.parent_path());
    return kept;
}

}  // namespace visagist
