#include "core/store/setting_table.h"

namespace visagist {

std::string setting(Database& database, const std::string& key) {
    Statement statement = database.prepare("SELECT value FROM setting WHERE key = ?");
    statement.bind(1, key);
    return statement.step() ? statement.text(0) : std::string();
}

void putSetting(Database& database, const std::string& key, const std::string& value) {
    database
        .prepare(
            "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = "
            "excluded.value")
        .bind(1, key)
        .bind(2, value)
        .run();
}

}  // namespace visagist
