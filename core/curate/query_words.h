// The words of the query language besides the scores; for its .cpp files.
#pragma once
#include <array>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace visagist {

inline bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The letters A … Z made small; others stay.
inline std::string lowerCase(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

struct QueryWord {
    const char* key;
    const char* help;                        ///< marked with VISAGIST_TEXT
    std::array<const char*, 5> values = {};  ///< that may stand behind it; none: any
};

inline constexpr std::array kQueryWords{
    QueryWord{"person", VISAGIST_TEXT("The person's name; * at the end stands for any rest.")},
    QueryWord{"file", VISAGIST_TEXT("Text in the photograph's path.")},
    QueryWord{
        "split", VISAGIST_TEXT("Where the newest dataset has the face."), {"train", "val", "test", "none"}},
    QueryWord{"duplicate",
              VISAGIST_TEXT("Whether there is a copy of the face; extra: a better one."),
              {"yes", "no", "extra"}},
    QueryWord{
        "outlier", VISAGIST_TEXT("Faces that are likely somebody else than their person."), {"yes", "no"}},
    QueryWord{"excluded", VISAGIST_TEXT("Faces that were put aside."), {"yes", "no", "any"}},
    QueryWord{"id", VISAGIST_TEXT("The number of a face.")},
    QueryWord{"identity", VISAGIST_TEXT("Faces of the same person as the face of this number.")}};

}  // namespace visagist
