// The language in which faces are looked for: person:ada sharp>0.4 yaw<-20 duplicate:no
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/store/face_query_table.h"

namespace visagist {

/// A query that cannot be read: which of its bytes are wrong, and in words why and what would be right.
class QueryError : public Error {
public:
    QueryError(std::size_t position, std::size_t length, std::string source,
               std::vector<std::string> arguments)
        : Error(ErrorCode::InvalidArgument, std::move(source), std::move(arguments)),
          m_position(position),
          m_length(length) {}
    std::size_t position() const { return m_position; }  ///< byte in the text, from 0
    std::size_t length() const { return m_length; }      ///< bytes; 0 at the end of the text

private:
    std::size_t m_position, m_length;
};

/// Reads a query; an empty one is every face. Terms side by side must all be met; `or`, `and`, `not` (or a
/// `-` before a term) and parentheses combine them:
///   person:ada  person:"Ada Lovelace"  person:a*      the person's name (case does not matter in ASCII)
///   sharp>0.4  yaw<=-20  size=256  hue!=30             a score, see faceScoreTable()
///   yaw:-20..20  sharp:0.4..  sharp:unknown             a range, its ends within it; whether it is known
///   split:train|val|test|none                          where the newest dataset has it
///   duplicate:yes|no|extra                             has a copy; extra: a better one
///   outlier:yes|no  excluded:yes|no|any  id:12  identity:12  (faces of the same person as face 12)
///   file:shot_01  "shot 01"  shot_01                   text in the photograph's path
/// Throws QueryError.
FaceCondition parseFaceQuery(std::string_view text);

/// The term that finds the faces of a person, whatever characters the name has.
std::string personQuery(std::string_view name);

/// "sharp", "-sharp" (descending), "person", "file", "time", "added". Throws QueryError.
FaceOrder parseFaceOrder(std::string_view text);
/// "none", "person", "identity", "duplicate", "pose". Throws QueryError.
FaceGrouping parseFaceGrouping(std::string_view text);

/// What may stand at the cursor.
struct QuerySuggestion {
    std::size_t start = 0;  ///< byte from which on, to the cursor, it replaces the text
    std::string text;
    const char* help = "";  ///< English, marked with VISAGIST_TEXT; "" for names
};

/// Words and names that go on from what stands before the cursor (a byte of `text`), in the order of the
/// table. Reads the names of people from the database.
std::vector<QuerySuggestion> querySuggestions(Database& database, std::string_view text, std::size_t cursor);

}  // namespace visagist
