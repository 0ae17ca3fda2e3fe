#include <array>

#include "core/store/schema_steps.h"

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

// Pictures (PNG) by their hash, each once, so that a version of the data and an edit can keep what a face
// was. mask_layers: JSON, see mask_layers.h. A dataset's rows say of each face what it was; sha256 is of all
// of them. before and after of an edit: JSON of what it changed.
constexpr const char* kProjectStepVersions = R"sql(
CREATE TABLE picture (
    sha256 TEXT PRIMARY KEY,
    png BLOB NOT NULL
);
INSERT OR IGNORE INTO picture
    SELECT crop_sha256, crop FROM face JOIN face_pixels ON face = id WHERE sha256_hex(crop) = crop_sha256;
INSERT OR IGNORE INTO picture SELECT crop_sha256, crop FROM face JOIN face_pixels ON face = id;
ALTER TABLE face ADD COLUMN mask_sha256 TEXT NOT NULL DEFAULT '';
ALTER TABLE face ADD COLUMN mask_layers TEXT NOT NULL DEFAULT '[]';
UPDATE face SET mask_sha256 = sha256_hex(face_pixels.mask) FROM face_pixels
    WHERE face_pixels.face = face.id AND length(face_pixels.mask) > 0;
INSERT OR IGNORE INTO picture
    SELECT mask_sha256, mask FROM face JOIN face_pixels ON face = id WHERE mask_sha256 <> '';
DROP TABLE face_pixels;

ALTER TABLE dataset ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE dataset ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE dataset ADD COLUMN sha256 TEXT NOT NULL DEFAULT '';
ALTER TABLE dataset_face ADD COLUMN crop_sha256 TEXT NOT NULL DEFAULT '';
ALTER TABLE dataset_face ADD COLUMN mask_sha256 TEXT NOT NULL DEFAULT '';
ALTER TABLE dataset_face ADD COLUMN mask_layers TEXT NOT NULL DEFAULT '[]';
ALTER TABLE dataset_face ADD COLUMN matrix BLOB NOT NULL DEFAULT x'';
ALTER TABLE dataset_face ADD COLUMN landmarks BLOB NOT NULL DEFAULT x'';
UPDATE dataset_face SET crop_sha256 = face.crop_sha256, mask_sha256 = face.mask_sha256, matrix = face.matrix,
    landmarks = face.landmarks FROM face WHERE face.id = dataset_face.face;

CREATE TABLE face_edit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time INTEGER NOT NULL,
    label TEXT NOT NULL,
    arguments TEXT NOT NULL,
    undone INTEGER NOT NULL
);
CREATE TABLE face_edit_row (
    edit INTEGER NOT NULL REFERENCES face_edit ON DELETE CASCADE,
    face INTEGER NOT NULL REFERENCES face ON DELETE CASCADE,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    PRIMARY KEY (edit, face)
) WITHOUT ROWID;
CREATE INDEX face_edit_row_by_face ON face_edit_row (face);
)sql";

// Faces out of films. A source that is being read keeps how far it came: the frames before next_frame are
// done, last_cut is the frame at which the scene began. choice: which frames were asked for. A face that was
// replaced but is kept for a run is superseded; of the others there is one at each place.
constexpr const char* kProjectStepVideo = R"sql(
ALTER TABLE source ADD COLUMN kind TEXT NOT NULL DEFAULT 'picture';
ALTER TABLE source ADD COLUMN choice TEXT NOT NULL DEFAULT '';
ALTER TABLE source ADD COLUMN next_frame INTEGER NOT NULL DEFAULT 0;
ALTER TABLE source ADD COLUMN last_cut INTEGER NOT NULL DEFAULT 0;
ALTER TABLE source ADD COLUMN frames INTEGER NOT NULL DEFAULT 0;

ALTER TABLE face ADD COLUMN frame INTEGER NOT NULL DEFAULT 0;
ALTER TABLE face ADD COLUMN frame_time REAL NOT NULL DEFAULT 0;
ALTER TABLE face ADD COLUMN superseded INTEGER NOT NULL DEFAULT 0;
UPDATE face SET superseded = 1 WHERE EXISTS (
    SELECT 1 FROM face AS later
    WHERE later.source = face.source AND later.index_in_source = face.index_in_source AND later.id > face.id);
CREATE UNIQUE INDEX face_by_place ON face (source, frame, index_in_source) WHERE superseded = 0;
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

constexpr const char* kProjectStepMeasuring = R"sql(
-- On what a run's measurements depend beside its network (JSON); values of different numbers are not compared.
CREATE TABLE metric_basis (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    number INTEGER NOT NULL,
    basis TEXT NOT NULL,
    PRIMARY KEY (run, number)
);
)sql";

constexpr std::array kSteps{kProjectStep1, kProjectStepVersions, kProjectStepVideo, kProjectStepCuration,
                            kProjectStepMeasuring};

}  // namespace

std::span<const char* const> projectSteps() { return kSteps; }

}  // namespace visagist
