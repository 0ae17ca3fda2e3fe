#include "core/curate/face_query.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/curate/query_words.h"
#include "core/face/pose.h"

namespace visagist {

namespace {

using Kind = FaceCondition::Kind;

bool isKeyLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// How many letters must be changed, added or left out (Levenshtein).
std::size_t editsBetween(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t corner = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t before = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, corner + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            corner = before;
        }
    }
    return row[b.size()];
}

std::vector<std::string> allKeys() {
    std::vector<std::string> keys;
    for (const QueryWord& word : kQueryWords) keys.emplace_back(word.key);
    for (const ScoreInfo& score : faceScoreTable()) keys.emplace_back(score.key);
    return keys;
}

std::string nearestKey(const std::string& key) {
    const auto keys = allKeys();
    return *std::ranges::min_element(keys, {}, [&](const std::string& k) { return editsBetween(key, k); });
}

/// "yes, no or any".
std::string inWords(const QueryWord& word) {
    std::string list;
    for (std::size_t i = 0; i < word.values.size() && word.values[i]; ++i) {
        const bool last = i + 1 == word.values.size() || !word.values[i + 1];
        list += (i == 0 ? "" : last ? " or " : ", ") + std::string(word.values[i]);
    }
    return list;
}

FaceCondition negated(FaceCondition condition) {
    FaceCondition result;
    result.kind = Kind::Not;
    result.parts.push_back(std::move(condition));
    return result;
}

/// One of the language's own words with a colon, as person:ada.
struct Term {
    std::size_t start = 0, valueStart = 0, end = 0;
    std::string key, sign, value;
    bool quoted = false;
};

class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    FaceCondition whole() {
        skipSpaces();
        if (atEnd()) return {};
        FaceCondition condition = alternatives();
        if (!atEnd()) fail(m_at, 1, VISAGIST_TEXT("Character %1: there is a \")\" without its \"(\"."));
        return condition;
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    char here() const { return m_text[m_at]; }
    void skipSpaces() {
        while (!atEnd() && isSpace(here())) ++m_at;
    }

    [[noreturn]] static void fail(std::size_t position, std::size_t length, const char* sentence,
                                  std::vector<std::string> more = {}) {
        more.insert(more.begin(), std::to_string(position + 1));
        throw QueryError(position, length, sentence, std::move(more));
    }

    /// Takes the word (and, or, not) where it stands alone.
    bool take(std::string_view word) {
        const std::string_view next = m_text.substr(m_at, word.size());
        const std::size_t behind = m_at + word.size();
        if (lowerCase(next) != word) return false;
        if (behind < m_text.size() && !isSpace(m_text[behind]) && m_text[behind] != '(' &&
            m_text[behind] != ')')
            return false;
        m_at = behind;
        skipSpaces();
        return true;
    }

    FaceCondition alternatives() {
        FaceCondition any;
        any.kind = Kind::Any;
        do any.parts.push_back(conjunction());
        while (take("or"));
        return any.parts.size() == 1 ? std::move(any.parts.front()) : any;
    }

    FaceCondition conjunction() {
        FaceCondition all;
        for (;;) {
            all.parts.push_back(unary());
            skipSpaces();
            const std::size_t before = m_at;
            if (atEnd() || here() == ')') break;
            if (take("or")) {
                m_at = before;
                break;
            }
            take("and");
        }
        return all.parts.size() == 1 ? std::move(all.parts.front()) : all;
    }

    FaceCondition unary() {
        skipSpaces();
        if (atEnd())
            fail(m_at, 0, VISAGIST_TEXT("Character %1: something is missing at the end, as person:ada."));
        if (take("not")) return nested([&] { return negated(unary()); });
        if (here() == '-' && m_at + 1 < m_text.size() && !isSpace(m_text[m_at + 1])) {
            ++m_at;
            return nested([&] { return negated(unary()); });
        }
        if (here() == '(') return nested([&] { return inParentheses(); });
        if (here() == ')')
            fail(m_at, 1,
                 VISAGIST_TEXT("Character %1: something is missing before the \")\", as person:ada."));
        for (const char* word : {"or", "and"}) {
            const std::size_t before = m_at;
            if (take(word))
                fail(before, std::string_view(word).size(),
                     VISAGIST_TEXT(
                         "Character %1: something is missing before \"%2\". To look for the word itself, "
                         "put it in quotes."),
                     {word});
        }
        return term();
    }

    template <class Read>
    FaceCondition nested(Read&& read) {
        constexpr int kDeepest = 100;
        if (++m_depth > kDeepest)
            fail(m_at, 1, VISAGIST_TEXT("Character %1: too many parentheses in each other."));
        FaceCondition condition = read();
        --m_depth;
        return condition;
    }

    FaceCondition inParentheses() {
        const std::size_t open = m_at++;
        FaceCondition condition = alternatives();
        if (atEnd() || here() != ')')
            fail(open, 1, VISAGIST_TEXT("Character %1: this \"(\" is not closed. Add a \")\"."));
        ++m_at;
        skipSpaces();
        return condition;
    }

    std::string quotedText() {
        const std::size_t open = m_at++;
        std::string text;
        for (; !atEnd() && here() != '"'; ++m_at) {
            if (here() == '\\' && m_at + 1 < m_text.size() &&
                (m_text[m_at + 1] == '"' || m_text[m_at + 1] == '\\'))
                ++m_at;
            text += here();
        }
        if (atEnd()) fail(open, 1, VISAGIST_TEXT("Character %1: this quote is not closed. Add a \"."));
        ++m_at;
        return text;
    }

    std::string bareText() {
        const std::size_t from = m_at;
        while (!atEnd() && !isSpace(here()) && here() != '(' && here() != ')') ++m_at;
        return std::string(m_text.substr(from, m_at - from));
    }

    FaceCondition term() {
        Term term;
        term.start = m_at;
        if (here() == '"') {
            term.value = quotedText();
            return text(term);
        }
        while (!atEnd() && isKeyLetter(here())) ++m_at;
        term.key = lowerCase(m_text.substr(term.start, m_at - term.start));
        for (const char* sign : {">=", "<=", "!=", ":", ">", "<", "="}) {
            if (!m_text.substr(m_at).starts_with(sign)) continue;
            term.sign = sign;
            m_at += term.sign.size();
            break;
        }
        if (term.sign.empty() || term.key.empty()) {
            m_at = term.start;
            term.key.clear();
            term.value = bareText();
            return text(term);
        }
        term.valueStart = m_at;
        term.quoted = !atEnd() && here() == '"';
        term.value = term.quoted ? quotedText() : bareText();
        term.end = m_at;
        if (term.value.empty())
            fail(term.start, m_at - term.start,
                 VISAGIST_TEXT(
                     "Character %1: a value is missing behind \"%2\". If it has spaces, put it in quotes."),
                 {term.key + term.sign});
        skipSpaces();
        return meaning(term);
    }

    FaceCondition text(const Term& term) {
        FaceCondition condition;
        condition.kind = Kind::File;
        condition.text = term.value;
        skipSpaces();
        return condition;
    }

    FaceCondition meaning(const Term& term) {
        if (const ScoreInfo* score = findScore(term.key)) return comparison(term, *score);
        const auto word =
            std::ranges::find(kQueryWords, term.key, [](const QueryWord& w) { return std::string(w.key); });
        if (word == kQueryWords.end())
            fail(term.start, term.key.size(),
                 VISAGIST_TEXT(
                     "Character %1: there is no \"%2\" to look for. Did you mean \"%3\"? To look for text "
                     "in file names, put it in quotes."),
                 {term.key, nearestKey(term.key)});
        if (term.sign != ":" && term.sign != "=")
            fail(term.start, term.end - term.start,
                 VISAGIST_TEXT("Character %1: \"%2\" is not a number to compare; write %2:VALUE."),
                 {term.key});
        return namedValue(term, *word);
    }

    FaceCondition namedValue(const Term& term, const QueryWord& word) {
        FaceCondition condition;
        const std::string value = lowerCase(term.value);
        const auto kindOf = [&](Kind kind) { condition.kind = kind; };
        if (term.key == "person" || term.key == "file") {
            kindOf(term.key == "person" ? Kind::Person : Kind::File);
            condition.text = term.value;
            return condition;
        }
        if (term.key == "id" || term.key == "identity") {
            kindOf(term.key == "id" ? Kind::Face : Kind::Identity);
            condition.number = wholeNumber(term);
            return condition;
        }
        const bool validation = term.key == "split" && value == "validation";
        if (!validation && std::ranges::none_of(word.values, [&](const char* v) { return v && value == v; }))
            fail(term.valueStart, term.end - term.valueStart, VISAGIST_TEXT("Character %1: \"%2\" takes %3."),
                 {term.key, inWords(word)});
        if (term.key == "split") {
            kindOf(Kind::Split);
            condition.text = value == "none" ? "" : value == "val" ? "validation" : value;
            return condition;
        }
        kindOf(term.key == "duplicate" ? (value == "extra" ? Kind::Extra : Kind::Duplicate)
               : term.key == "outlier" ? Kind::Outlier
                                       : Kind::Excluded);
        if (value == "any") {  // either, so that excluded faces are listed too
            FaceCondition any;
            any.kind = Kind::Any;
            any.parts = {condition, negated(condition)};
            return any;
        }
        return value == "no" ? negated(condition) : condition;
    }

    FaceCondition comparison(const Term& term, const ScoreInfo& score) {
        FaceCondition condition;
        condition.kind = Kind::Score;
        condition.score = &score;
        if (term.sign == ":" && (term.value == "known" || term.value == "unknown")) {
            condition.kind = Kind::Known;
            return term.value == "known" ? condition : negated(condition);
        }
        const std::size_t dots = term.value.find("..");
        if (term.sign == ":" && dots != std::string::npos) {
            const std::string low = term.value.substr(0, dots), high = term.value.substr(dots + 2);
            if (!low.empty()) condition.least = number(term, low);
            if (!high.empty()) condition.most = number(term, high);
            if (condition.least && condition.most && *condition.least > *condition.most)
                fail(term.valueStart, term.end - term.valueStart,
                     VISAGIST_TEXT("Character %1: the range %2 ends before it begins; write %3..%4."),
                     {term.value, high, low});
            return condition;
        }
        const double value = number(term, term.value);
        condition.strict = term.sign == ">" || term.sign == "<";
        if (term.sign[0] != '<') condition.least = value;
        if (term.sign[0] != '>') condition.most = value;
        return term.sign == "!=" ? negated(condition) : condition;
    }

    static double number(const Term& term, const std::string& text) {
        double value = 0;
        const char* end = text.data() + text.size();
        const auto read = std::from_chars(text.data() + (text.starts_with('+') ? 1 : 0), end, value);
        if (read.ec != std::errc() || read.ptr != end || !std::isfinite(value))
            fail(term.valueStart, term.end - term.valueStart,
                 VISAGIST_TEXT(
                     "Character %1: \"%2\" is not a number. Write %3>0.5, or a range as %3:0.2..0.5."),
                 {text, term.key});
        return value;
    }

    static std::int64_t wholeNumber(const Term& term) {
        std::int64_t value = 0;
        const char* end = term.value.data() + term.value.size();
        const auto read = std::from_chars(term.value.data(), end, value);
        if (read.ec != std::errc() || read.ptr != end)
            fail(term.valueStart, term.end - term.valueStart,
                 VISAGIST_TEXT("Character %1: \"%2\" is not the number of a face."), {term.value});
        return value;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
};

}  // namespace

FaceCondition parseFaceQuery(std::string_view text) { return Parser(text).whole(); }

FaceOrder parseFaceOrder(std::string_view text) {
    FaceOrder order;
    order.descending = text.starts_with('-');
    const std::string key = lowerCase(text.substr(order.descending ? 1 : 0));
    order.score = findScore(key);
    order.by = order.score       ? FaceOrder::By::Score
               : key == "person" ? FaceOrder::By::Person
               : key == "file"   ? FaceOrder::By::File
               : key == "time"   ? FaceOrder::By::Time
                                 : FaceOrder::By::Added;
    if (order.by == FaceOrder::By::Added && key != "added")
        throw QueryError(
            0, text.size(),
            VISAGIST_TEXT("Faces cannot be sorted by \"%1\". Sort by added, person, file, time or a "
                          "score, as sharp; -sharp is from high to low."),
            {std::string(text)});
    return order;
}

FaceGrouping parseFaceGrouping(std::string_view text) {
    using By = FaceGrouping::By;
    FaceGrouping grouping;
    const std::string key = lowerCase(text);
    grouping.by = key == "person"      ? By::Person
                  : key == "identity"  ? By::Identity
                  : key == "duplicate" ? By::Duplicate
                  : key == "pose"      ? By::Pose
                                       : By::None;
    if (grouping.by == By::None && key != "none")
        throw QueryError(0, text.size(),
                         VISAGIST_TEXT("Faces cannot be grouped by \"%1\". Group by none, person, identity, "
                                       "duplicate or pose."),
                         {std::string(text)});
    if (grouping.by == By::Pose) {
        grouping.yawBorders.assign(kYawBorders.begin(), kYawBorders.end());
        grouping.pitchBorders.assign(kPitchBorders.begin(), kPitchBorders.end());
    }
    return grouping;
}

}  // namespace visagist
