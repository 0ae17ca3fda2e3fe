#include "core/store/person_table.h"

#include "core/store/stored_enum.h"

namespace visagist {

namespace {

constexpr StoredEnum<Consent, 3> kConsent{{"unknown", "recorded", "asked"}};
constexpr std::int64_t kColours = 6;

constexpr const char* kSelect =
    "SELECT id, name, colour, consent, (SELECT count(*) FROM face WHERE face.person = person.id AND NOT "
    "excluded) "
    "FROM person ";

Person read(const Statement& row) {
    return {.id = row.integer(0),
            .name = row.text(1),
            .colour = static_cast<int>(row.integer(2)),
            .consent = kConsent.value(row.text(3)),
            .faces = row.integer(4)};
}

}  // namespace

std::vector<Person> people(Database& database) {
    Statement statement = database.prepare(std::string(kSelect) + "ORDER BY id");
    std::vector<Person> result;
    while (statement.step()) result.push_back(read(statement));
    return result;
}

std::optional<Person> findPerson(Database& database, const std::string& name) {
    Statement statement = database.prepare(std::string(kSelect) + "WHERE name = ?");
    statement.bind(1, name);
    if (!statement.step()) return std::nullopt;
    return read(statement);
}

std::int64_t ensurePerson(Database& database, const std::string& name) {
    if (name.empty()) throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("A person needs a name."));
    if (const auto known = findPerson(database, name)) return known->id;
    // Two connections may add the same name at once; the second then finds the first one's.
    database
        .prepare(
            "INSERT INTO person (name, colour, consent) VALUES (?1, (SELECT count(*) FROM person) % ?2, ?3) "
            "ON CONFLICT (name) DO NOTHING")
        .bind(1, name)
        .bind(2, kColours)
        .bind(3, kConsent.name(Consent::Unknown))
        .run();
    return findPerson(database, name).value().id;
}

void renamePerson(Database& database, std::int64_t id, const std::string& name) {
    if (name.empty()) throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("A person needs a name."));
    const auto known = findPerson(database, name);
    if (known && known->id != id)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("There is already a person called %1."),
                    {name});
    database.prepare("UPDATE person SET name = ? WHERE id = ?").bind(1, name).bind(2, id).run();
}

void setConsent(Database& database, std::int64_t id, Consent consent) {
    database.prepare("UPDATE person SET consent = ? WHERE id = ?")
        .bind(1, kConsent.name(consent))
        .bind(2, id)
        .run();
}

}  // namespace visagist
