#include "core/store/picture_table.h"

#include "core/base/error.h"
#include "core/base/sha256.h"

namespace visagist {

std::string putPictureAs(Database& database, const std::string& sha256, std::span<const std::uint8_t> png) {
    database.prepare("INSERT OR IGNORE INTO picture (sha256, png) VALUES (?, ?)")
        .bind(1, sha256)
        .bind(2, png)
        .run();
    return sha256;
}

std::string putPicture(Database& database, std::span<const std::uint8_t> png) {
    return png.empty() ? std::string() : putPictureAs(database, sha256Hex(png), png);
}

std::vector<std::uint8_t> picturePng(Database& database, const std::string& sha256) {
    if (sha256.empty()) return {};
    Statement statement = database.prepare("SELECT png FROM picture WHERE sha256 = ?");
    statement.bind(1, sha256);
    if (!statement.step())
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("The project has no picture %1."), {sha256});
    const auto bytes = statement.blob(0);
    return {bytes.begin(), bytes.end()};
}

std::int64_t removeUnusedPictures(Database& database) {
    database
        .prepare(R"sql(
        DELETE FROM picture WHERE sha256 NOT IN (
            SELECT crop_sha256 FROM face UNION SELECT mask_sha256 FROM face
            UNION SELECT crop_sha256 FROM dataset_face UNION SELECT mask_sha256 FROM dataset_face
            UNION SELECT json_extract(value, '$.mask') FROM
                (SELECT mask_layers FROM face UNION SELECT mask_layers FROM dataset_face), json_each(mask_layers)
            UNION SELECT value FROM face_edit_row, json_tree(before) WHERE key IN ('crop', 'mask') AND type = 'text'
            UNION SELECT value FROM face_edit_row, json_tree(after) WHERE key IN ('crop', 'mask') AND type = 'text'))sql")
        .run();
    return database.changes();
}

}  // namespace visagist
