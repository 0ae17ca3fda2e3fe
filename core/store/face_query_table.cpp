#include "core/store/face_query_table.h"

#include <algorithm>
#include <variant>

namespace visagist {

namespace {

using Kind = FaceCondition::Kind;

bool speaksOf(const FaceCondition& condition, Kind kind) {
    return condition.kind == kind ||
           std::ranges::any_of(condition.parts, [&](const auto& part) { return speaksOf(part, kind); });
}

/// Text for LIKE with ESCAPE '\': what stands in it stands for itself.
std::string literally(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '%' || c == '_' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

/// SQL text and what is bound to its places, in order.
class Query {
public:
    std::string sql;

    std::string place(std::variant<std::int64_t, double, std::string> value) {
        m_values.push_back(std::move(value));
        return "?" + std::to_string(m_values.size());
    }
    Statement prepared(Database& database) const {
        Statement statement = database.prepare(sql);
        for (std::size_t i = 0; i < m_values.size(); ++i)
            std::visit(
                [&]<class Value>(const Value& value) {
                    if constexpr (std::is_same_v<Value, std::string>)
                        statement.bind(static_cast<int>(i) + 1, std::string_view(value));
                    else
                        statement.bind(static_cast<int>(i) + 1, value);
                },
                m_values[i]);
        return statement;
    }

    std::string conditionText(const FaceCondition& condition) {
        switch (condition.kind) {
            case Kind::All:
                return joined(condition.parts, " AND ", "1");
            case Kind::Any:
                return joined(condition.parts, " OR ", "0");
            case Kind::Not:
                return "NOT " + joined(condition.parts, " AND ", "1");
            case Kind::Score:
                return scoreText(condition);
            case Kind::Known:
                return "(face_score." + std::string(condition.score->key) + " IS NOT NULL)";
            case Kind::Person:
                return personText(condition.text);
            case Kind::File:
                return "(face.source IN (SELECT id FROM source WHERE path LIKE " +
                       place("%" + literally(condition.text) + "%") + " ESCAPE '\\'))";
            case Kind::Split:
                return splitText(condition.text);
            case Kind::Duplicate:
                return "(face.id IN (SELECT face FROM face_duplicate WHERE duplicate_group IN (SELECT "
                       "duplicate_group FROM face_duplicate JOIN face AS one ON one.id = face_duplicate.face "
                       "WHERE NOT one.excluded GROUP BY duplicate_group HAVING count(*) > 1)))";
            case Kind::Extra:
                return "(face.id IN (SELECT face FROM face_duplicate WHERE place > 0 AND duplicate_group IN "
                       "(SELECT duplicate_group FROM face_duplicate JOIN face AS one ON one.id = "
                       "face_duplicate.face WHERE NOT one.excluded AND place = 0)))";
            case Kind::Outlier:
                return "(face.id IN (SELECT face FROM face_identity WHERE outlier))";
            case Kind::Excluded:
                return "(face.excluded <> 0)";
            case Kind::Face:
                return "(face.id = " + place(condition.number) + ")";
            case Kind::Identity:
                return "(face.id IN (SELECT face FROM face_identity WHERE identity_group = (SELECT "
                       "identity_group FROM face_identity WHERE face = " +
                       place(condition.number) + ")))";
        }
        return "0";
    }

    std::string groupText(const FaceGrouping& grouping) {
        switch (grouping.by) {
            case FaceGrouping::By::None:
                return "0";
            case FaceGrouping::By::Person:
                return "face.person";
            case FaceGrouping::By::Identity:
                return "ifnull(face_identity.identity_group, 0)";
            case FaceGrouping::By::Duplicate:
                return "ifnull(face_duplicate.duplicate_group, face.id)";
            case FaceGrouping::By::Pose:
                break;
        }
        return "ifnull(" + binText("pitch", grouping.pitchBorders) + " * " +
               place(static_cast<std::int64_t>(grouping.yawBorders.size() + 1)) + " + " +
               binText("yaw", grouping.yawBorders) + ", -1)";
    }

private:
    std::string joined(const std::vector<FaceCondition>& parts, const char* between, const char* empty) {
        if (parts.empty()) return std::string("(") + empty + ")";
        std::string text = "(";
        for (const FaceCondition& part : parts)
            text += (text.size() > 1 ? between : "") + conditionText(part);
        return text + ")";
    }
    std::string scoreText(const FaceCondition& condition) {
        const std::string column = "face_score." + std::string(condition.score->key);
        std::string text = column + " IS NOT NULL";
        if (condition.least)
            text += " AND " + column + (condition.strict ? " > " : " >= ") + place(*condition.least);
        if (condition.most)
            text += " AND " + column + (condition.strict ? " < " : " <= ") + place(*condition.most);
        return "ifnull(" + text + ", 0)";
    }
    std::string personText(const std::string& name) {
        if (name.ends_with('*'))
            return "(face.person IN (SELECT id FROM person WHERE name LIKE " +
                   place(literally(name.substr(0, name.size() - 1)) + "%") + " ESCAPE '\\'))";
        return "(face.person IN (SELECT id FROM person WHERE name = " + place(name) + " COLLATE NOCASE))";
    }
    std::string splitText(const std::string& split) {
        const std::string newest =
            "SELECT face FROM dataset_face WHERE dataset = (SELECT max(id) FROM dataset)";
        if (split.empty()) return "(face.id NOT IN (" + newest + "))";
        return "(face.id IN (" + newest + " AND split = " + place(split) + "))";
    }
    std::string binText(const std::string& column, const std::vector<double>& borders) {
        std::string text = "(0 * face_score." + column;
        for (const double border : borders) text += " + (face_score." + column + " >= " + place(border) + ")";
        return "CAST(" + text + ") AS INTEGER)";
    }

    std::vector<std::variant<std::int64_t, double, std::string>> m_values;
};

std::string orderText(const FaceOrder& order) {
    const std::string direction = order.descending ? " DESC" : "";
    switch (order.by) {
        case FaceOrder::By::Added:
            return "face.id" + direction;
        case FaceOrder::By::Person:
            return "person.name COLLATE NOCASE" + direction + ", face.id";
        case FaceOrder::By::File:
            return "source.path" + direction + ", face.index_in_source, face.id";
        case FaceOrder::By::Time:
            return "source.imported_at" + direction + ", face.id";
        case FaceOrder::By::Score:
            break;
    }
    const std::string column = "face_score." + std::string(order.score->key);
    return column + " IS NULL, " + column + direction + ", face.id";
}

/// The tables that the query reads besides `face`.
std::string joinsText(const FaceCondition& condition, const FaceOrder& order, const FaceGrouping& grouping) {
    using Group = FaceGrouping::By;
    using Order = FaceOrder::By;
    std::string text;
    if (speaksOf(condition, Kind::Score) || speaksOf(condition, Kind::Known) || order.by == Order::Score ||
        grouping.by == Group::Pose)
        text += " LEFT JOIN face_score ON face_score.face = face.id";
    if (order.by == Order::Person) text += " JOIN person ON person.id = face.person";
    if (order.by == Order::File || order.by == Order::Time) text += " JOIN source ON source.id = face.source";
    if (grouping.by == Group::Identity) text += " LEFT JOIN face_identity ON face_identity.face = face.id";
    if (grouping.by == Group::Duplicate) text += " LEFT JOIN face_duplicate ON face_duplicate.face = face.id";
    return text;
}

}  // namespace

std::vector<ListedFace> listFaces(Database& database, const FaceCondition& condition, const FaceOrder& order,
                                  const FaceGrouping& grouping) {
    Query query;
    query.sql = "SELECT face.id, " + query.groupText(grouping) + " AS part FROM face" +
                joinsText(condition, order, grouping) + " WHERE " + query.conditionText(condition);
    if (!speaksOf(condition, Kind::Excluded)) query.sql += " AND face.excluded = 0";
    query.sql += std::string(" ORDER BY ") + (grouping.by == FaceGrouping::By::None ? "" : "part, ");
    query.sql += orderText(order);
    Statement row = query.prepared(database);
    std::vector<ListedFace> faces;
    while (row.step()) faces.push_back({row.integer(0), row.integer(1)});
    return faces;
}

}  // namespace visagist
