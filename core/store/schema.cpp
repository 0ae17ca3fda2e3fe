#include "core/store/schema.h"

#include <array>
#include <string>

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/path.h"
#include "core/store/chunk_table.h"
#include "core/store/project.h"

namespace visagist {

namespace {

constexpr const char* kProjectStep1 = R"sql(
CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    colour INTEGER NOT NULL,
    consent TEXT NOT NULL
);

CREATE TABLE source (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    sha256 TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    imported_at INTEGER NOT NULL
);
CREATE INDEX source_by_sha256 ON source (sha256);

-- matrix: 6 doubles xx xy x0 yx yy y0 (photo from unit crop); landmarks: x y pairs of doubles; box: x y width height.
CREATE TABLE face (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL REFERENCES person,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    index_in_source INTEGER NOT NULL,
    matrix BLOB NOT NULL,
    landmarks BLOB NOT NULL,
    box BLOB NOT NULL,
    score REAL NOT NULL,
    crop_sha256 TEXT NOT NULL,
    excluded INTEGER NOT NULL
);
CREATE INDEX face_by_person ON face (person);
CREATE INDEX face_by_source ON face (source);

-- Apart from the record, so that lists of faces do not read pixels.
CREATE TABLE face_pixels (
    face INTEGER PRIMARY KEY REFERENCES face ON DELETE CASCADE,
    crop BLOB NOT NULL,
    mask BLOB NOT NULL
);

CREATE TABLE dataset (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    created_at INTEGER NOT NULL
);
CREATE TABLE dataset_person (
    dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    position INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person,
    PRIMARY KEY (dataset, position)
) WITHOUT ROWID;
CREATE TABLE dataset_face (
    dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    face INTEGER NOT NULL REFERENCES face,
    person INTEGER NOT NULL REFERENCES person,
    split TEXT NOT NULL,
    PRIMARY KEY (dataset, face)
) WITHOUT ROWID;
CREATE INDEX dataset_face_by_face ON dataset_face (face);

CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    dataset INTEGER NOT NULL REFERENCES dataset,
    recipe TEXT NOT NULL,
    step INTEGER NOT NULL,
    ended TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
);
CREATE TABLE option_change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    step INTEGER NOT NULL,
    key TEXT NOT NULL,
    value_before TEXT NOT NULL,
    value_after TEXT NOT NULL,
    time INTEGER NOT NULL
);
CREATE INDEX option_change_by_run ON option_change (run);

CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run INTEGER REFERENCES run ON DELETE CASCADE,
    step INTEGER NOT NULL,
    time INTEGER NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    arguments TEXT NOT NULL
);
CREATE INDEX event_by_run ON event (run);

CREATE TABLE metric (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    name TEXT NOT NULL,
    step INTEGER NOT NULL,
    value REAL,
    PRIMARY KEY (run, name, step)
) WITHOUT ROWID;

CREATE TABLE sample (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    step INTEGER NOT NULL,
    time INTEGER NOT NULL,
    png BLOB NOT NULL,
    PRIMARY KEY (run, step)
);
)sql";

// What is known of faces for choosing among them. A row counts while its crop_sha256 is the face's: a crop
// that changed is looked at again. The columns of face_score are the rows of faceScoreTable(); NULL is "not
// known".
constexpr const char* kProjectStepCuration = R"sql(
CREATE TABLE face_score (
    face INTEGER PRIMARY KEY REFERENCES face ON DELETE CASCADE,
    crop_sha256 TEXT NOT NULL,
    version INTEGER NOT NULL,
    sharp REAL,
    motion REAL,
    brisque REAL,
    bright REAL,
    clipped REAL,
    contrast REAL,
    hue REAL,
    size REAL,
    yaw REAL,
    pitch REAL,
    roll REAL,
    mouth REAL,
    eyes REAL,
    occlusion REAL,
    light_x REAL,
    light_y REAL,
    distance REAL,
    loss REAL
);

-- signature and thumbnail: see PictureLook.
CREATE TABLE face_look (
    face INTEGER PRIMARY KEY REFERENCES face ON DELETE CASCADE,
    crop_sha256 TEXT NOT NULL,
    signature BLOB NOT NULL,
    thumbnail BLOB NOT NULL
);

-- numbers: 128 floats.
CREATE TABLE face_embedding (
    face INTEGER PRIMARY KEY REFERENCES face ON DELETE CASCADE,
    crop_sha256 TEXT NOT NULL,
    numbers BLOB NOT NULL
);

-- Faces that show nearly the same picture; place: 0 for the best of them.
CREATE TABLE face_duplicate (
    face INTEGER PRIMARY KEY REFERENCES face ON DELETE CASCADE,
    duplicate_group INTEGER NOT NULL,
    place INTEGER NOT NULL
);
CREATE INDEX face_duplicate_by_group ON face_duplicate (duplicate_group, place);

-- Neighbouring frames of one shot, which are never divided between training and validation.
CREATE TABLE face_scene (
    face INTEGER PRIMARY KEY REFERENCES face ON DELETE CASCADE,
    scene INTEGER NOT NULL
);

-- Faces that are one person by their embeddings; outlier: not the person under whose name it stands, but perhaps
-- that of `resembles`.
CREATE TABLE face_identity (
    face INTEGER PRIMARY KEY REFERENCES face ON DELETE CASCADE,
    identity_group INTEGER NOT NULL,
    outlier INTEGER NOT NULL,
    resembles INTEGER REFERENCES person ON DELETE SET NULL
);
CREATE INDEX face_identity_by_group ON face_identity (identity_group);

CREATE TRIGGER face_crop_changed AFTER UPDATE OF crop_sha256 ON face
WHEN old.crop_sha256 <> new.crop_sha256 BEGIN
    DELETE FROM face_score WHERE face = new.id;
    DELETE FROM face_look WHERE face = new.id;
    DELETE FROM face_embedding WHERE face = new.id;
    DELETE FROM face_duplicate WHERE face = new.id;
    DELETE FROM face_scene WHERE face = new.id;
    DELETE FROM face_identity WHERE face = new.id;
END;

-- Lists of faces are made without reading their records.
CREATE INDEX face_listing ON face (excluded, person, source);
)sql";

constexpr std::array kProjectSteps{kProjectStep1, kProjectStepCuration};

constexpr const char* kCheckpointStep1 = R"sql(
CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    time INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    starred INTEGER NOT NULL,
    note TEXT NOT NULL,
    weights_sha256 TEXT NOT NULL,
    state_sha256 TEXT NOT NULL,
    record_sha256 TEXT NOT NULL,
    metrics TEXT NOT NULL,
    progress TEXT NOT NULL,
    state TEXT NOT NULL
);
CREATE INDEX checkpoint_by_run ON checkpoint (run, step);

-- shape: JSON list; bytes: of the whole tensor.
CREATE TABLE tensor (
    id INTEGER PRIMARY KEY,
    checkpoint INTEGER NOT NULL REFERENCES checkpoint ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    shape TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    UNIQUE (checkpoint, position)
);

CREATE TABLE chunk (
    tensor INTEGER NOT NULL REFERENCES tensor ON DELETE CASCADE,
    number INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (tensor, number)
);
)sql";

// Each chunk once, however many tensors hold it. Of several under one hash the whole one is taken; where all
// are damaged one of them stays, and is found by its hash as before. added_bytes: what was new to the file.
constexpr const char* kCheckpointStep2 = R"sql(
ALTER TABLE chunk RENAME TO chunk_of_tensor;

CREATE TABLE chunk (
    sha256 TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
);
INSERT OR IGNORE INTO chunk SELECT sha256, data FROM chunk_of_tensor WHERE sha256_hex(data) = sha256;
INSERT OR IGNORE INTO chunk SELECT sha256, data FROM chunk_of_tensor;

CREATE TABLE tensor_chunk (
    tensor INTEGER NOT NULL REFERENCES tensor ON DELETE CASCADE,
    number INTEGER NOT NULL,
    sha256 TEXT NOT NULL REFERENCES chunk,
    PRIMARY KEY (tensor, number)
) WITHOUT ROWID;
INSERT INTO tensor_chunk SELECT tensor, number, sha256 FROM chunk_of_tensor;
CREATE INDEX tensor_chunk_by_sha256 ON tensor_chunk (sha256);
DROP TABLE chunk_of_tensor;

ALTER TABLE checkpoint ADD COLUMN added_bytes INTEGER NOT NULL DEFAULT 0;
WITH first_holder AS (
    SELECT chunk.sha256, length(chunk.bytes) AS size, min(tensor.checkpoint) AS checkpoint
    FROM chunk JOIN tensor_chunk USING (sha256) JOIN tensor ON tensor.id = tensor_chunk.tensor
    GROUP BY chunk.sha256)
UPDATE checkpoint SET added_bytes =
    (SELECT coalesce(sum(size), 0) FROM first_holder WHERE first_holder.checkpoint = checkpoint.id);
)sql";

constexpr std::array kCheckpointSteps{kCheckpointStep1, kCheckpointStep2};
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
    static const Schema schema{Project::kApplicationId, kProjectSteps,
                               VISAGIST_TEXT("%1 is not a Visagist project.")};
    return schema;
}

const Schema& checkpointSchema() {
    static const Schema schema{kCheckpointApplicationId, kCheckpointSteps,
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
    addSha256Function(database);
}

}  // namespace visagist
