#include <array>

#include "core/store/schema_steps.h"

namespace visagist {

namespace {

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

constexpr std::array kSteps{kCheckpointStep1, kCheckpointStep2};

}  // namespace

std::span<const char* const> checkpointSteps() { return kSteps; }

}  // namespace visagist
