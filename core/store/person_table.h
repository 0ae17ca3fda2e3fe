// The people of a project.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/store/database.h"

namespace visagist {

enum class Consent {
    Unknown,
    Recorded,
    Asked
};  ///< Asked: trained on after a plain question, without a recorded consent

struct Person {
    std::int64_t id = 0;
    std::string name;
    int colour = 0;  ///< index of the series colour, 0 … 5, then repeating
    Consent consent = Consent::Unknown;
    std::int64_t faces = 0;  ///< faces that are not excluded; filled when read
};

std::vector<Person> people(Database& database);  ///< in the order in which they were added
std::optional<Person> findPerson(Database& database, const std::string& name);
/// The person of that name, added if new.
std::int64_t ensurePerson(Database& database, const std::string& name);
void renamePerson(Database& database, std::int64_t id, const std::string& name);
void setConsent(Database& database, std::int64_t id, Consent consent);

}  // namespace visagist
