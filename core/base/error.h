// The one exception class: what happened, to which file, and what to do, in a form that ui/ can translate.
#pragma once
#include <exception>
#include <string>
#include <vector>

/// Marks a text of core/ for lupdate (which is told of it with -tr-function-alias); ui/ translates it when
/// shown.
#define VISAGIST_TEXT(text) text

namespace visagist {

enum class ErrorCode {
    InvalidArgument,  ///< a value, option or command that cannot be used
    NotFound,         ///< a file, person, run or checkpoint that is not there
    ReadFailed,       ///< a file that cannot be opened or read
    WriteFailed,      ///< a file that cannot be written
    DiskFull,         ///< no room left on the drive
    Damaged,          ///< a file whose content is not what it should be
    NewerVersion,     ///< a project made by a newer Visagist
    Busy,             ///< somebody else holds what is needed
    OutOfMemory,      ///< main or graphics memory is used up
    NotFinite,        ///< training met a value that is not a number
    Cancelled,        ///< the person stopped it
    Unsupported,      ///< this build or machine cannot do it
    Internal,         ///< our own mistake
};

/// A sentence for people: English with the places %1, %2 …, and what stands there. `source` is a literal
/// marked with VISAGIST_TEXT (context "core"), so that ui/ can look up its translation.
struct Message {
    std::string source;
    std::vector<std::string> arguments;

    /// The sentence in English.
    std::string english() const { return fill(source, arguments); }
    /// Puts `arguments` into the places of `pattern` (a translation of `source`).
    static std::string fill(const std::string& pattern, const std::vector<std::string>& arguments);
    bool operator==(const Message&) const = default;
};

class Error : public std::exception {
public:
    Error(ErrorCode code, std::string source, std::vector<std::string> arguments = {})
        : m_code(code), m_message{std::move(source), std::move(arguments)}, m_what(m_message.english()) {}
    ErrorCode code() const { return m_code; }
    const Message& message() const { return m_message; }
    const char* what() const noexcept override { return m_what.c_str(); }

private:
    ErrorCode m_code;
    Message m_message;
    std::string m_what;
};

}  // namespace visagist
