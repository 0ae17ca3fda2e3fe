#include "core/store/schema.h"

#include <string>

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/path.h"
#include "core/store/chunk_table.h"
#include "core/store/project.h"
#include "core/store/schema_steps.h"

namespace visagist {

namespace {

constexpr std::int32_t kCheckpointApplicationId = 0x56534743;  // "VSGC"

std::int64_t pragma(Database& database, const std::string& name) {
    Statement statement = database.prepare("PRAGMA " + name);
    return statement.step() ? statement.integer(0) : 0;
}

void checkVersion(Database& database, const Schema& schema, int version) {
    const std::string name = utf8FromPath(database.path());
    const int known = static_cast<int>(schema.steps.size());
    if (version > known)
        throw Error(
            ErrorCode::NewerVersion,
            VISAGIST_TEXT("%1 was made by a newer Visagist (format %2; this one knows up to %3). Install the "
                          "newer version to open it."),
            {name, std::to_string(version), std::to_string(known)});
    if (version < 1)
        throw Error(ErrorCode::Damaged, VISAGIST_TEXT("%1 is damaged: it has no tables."), {name});
}

void requireWritable(Database& database, const Schema& schema) {
    const std::string name = utf8FromPath(database.path());
    if (schemaVersion(database) < static_cast<int>(schema.steps.size()) &&
        database.access() == Access::ReadOnly)
        throw Error(
            ErrorCode::WriteFailed,
            VISAGIST_TEXT("%1 was made by an older Visagist and must be brought up to date, but can only be "
                          "read. Open it once where it can be written to."),
            {name});
}

}  // namespace

const Schema& projectSchema() {
    static const Schema schema{Project::kApplicationId, projectSteps(),
                               VISAGIST_TEXT("%1 is not a Visagist project.")};
    return schema;
}

const Schema& checkpointSchema() {
    static const Schema schema{kCheckpointApplicationId, checkpointSteps(),
                               VISAGIST_TEXT("%1 does not hold checkpoints of Visagist.")};
    return schema;
}

int schemaVersion(Database& database) { return static_cast<int>(pragma(database, "user_version")); }

void checkSchema(Database& database, const Schema& schema) {
    if (pragma(database, "application_id") != schema.applicationId)
        throw Error(ErrorCode::InvalidArgument, schema.foreign, {utf8FromPath(database.path())});
    checkVersion(database, schema, schemaVersion(database));
}

void applySchema(Database& database, const Schema& schema, bool isNew) {
    if (!isNew) {
        checkSchema(database, schema);
        requireWritable(database, schema);
    }
    const int last = static_cast<int>(schema.steps.size());
    if (schemaVersion(database) < last) addSha256Function(database);
    while (schemaVersion(database) < last) {
        Transaction transaction(database);
        const int done = schemaVersion(database);  // again: another process may have been faster
        if (done == 0) database.execute("PRAGMA application_id = " + std::to_string(schema.applicationId));
        if (done < last) {
            database.execute(schema.steps[static_cast<std::size_t>(done)]);
            database.execute("PRAGMA user_version = " + std::to_string(done + 1));
        }
        transaction.commit();
    }
}

void prepareProjectConnection(Database& database) {
    if (database.access() == Access::ReadOnly) return;
    Statement mode = database.prepare("PRAGMA journal_mode = WAL");
    if (mode.step() && mode.text(0) != "wal")
        logWarning(utf8FromPath(database.path()) +
                   " lies on a drive that does not support write-ahead logs (mode " + mode.text(0) +
                   "); reading and writing wait for each other.");
    database.execute("PRAGMA synchronous = NORMAL");
}

void prepareCheckpointConnection(Database& database) {
    if (database.access() == Access::ReadOnly) return;
    // These two count only for a file that is new, and for one that is vacuumed.
    database.execute("PRAGMA page_size = 32768");
    database.execute("PRAGMA auto_vacuum = INCREMENTAL");
    database.execute("PRAGMA journal_mode = TRUNCATE");
    database.execute("PRAGMA synchronous = FULL");
    // Some builds of SQLite overwrite what is removed with zeros: 20 s for two checkpoints of 384 MiB.
    database.execute("PRAGMA secure_delete = OFF");
    // The 2 MiB that are usual hold 32 pages: each page more was written out with a flush of its own.
    database.execute("PRAGMA cache_size = -32768");
}

}  // namespace visagist
