// What the database files look like, and how older ones are brought up to date.
#pragma once
#include <cstdint>
#include <span>

#include "core/store/database.h"

namespace visagist {

/// The ordered changes that make a file what it is now; the first makes a new one. PRAGMA user_version counts
/// how many of them a file has. A change that was released is never edited.
struct Schema {
    std::int32_t applicationId = 0;  ///< in the file's header, so that it is known for what it is
    std::span<const char* const> steps;
    const char* foreign;  ///< sentence for a file of another kind, %1 is its name; marked with VISAGIST_TEXT
};

const Schema& projectSchema();
const Schema& checkpointSchema();

/// Makes the tables of a new, empty file, or brings an older one up to date, a transaction a step. Throws
/// Error(InvalidArgument) for a file of another kind, Error(NewerVersion) for one of a later Visagist,
/// Error(WriteFailed) for an older one that may only be read.
void applySchema(Database& database, const Schema& schema, bool isNew);

/// Throws Error as applySchema() does for a file of another kind or of a later Visagist; an older one passes,
/// for those who can read it as it is.
void checkSchema(Database& database, const Schema& schema);

/// How many steps of its schema a file has.
int schemaVersion(Database& database);

/// The settings of a connection to a project: write-ahead log, so that readers and one writer do not wait for
/// each other. / to a checkpoint file: rollback journal, each commit on the drive.
void prepareProjectConnection(Database& database);
void prepareCheckpointConnection(Database& database);

}  // namespace visagist
