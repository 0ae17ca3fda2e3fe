#include "core/store/metric_table.h"

#include <cmath>
#include <limits>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace visagist {

void insertMetrics(Database& database, std::int64_t run, std::int64_t step,
                   const std::map<std::string, double>& values) {
    Savepoint savepoint(database);
    Statement statement = database.prepare(
        "INSERT INTO metric (run, name, step, value) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (run, name, step) DO UPDATE SET value = excluded.value");
    for (const auto& [name, value] : values) {
        const double stored = std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
        statement.bind(1, run).bind(2, name).bind(3, step).bind(4, stored).run();
    }
    savepoint.commit();
}

std::map<int, std::string> metricBases(Database& database, std::int64_t run) {
    Statement statement = database.prepare("SELECT number, basis FROM metric_basis WHERE run = ?");
    statement.bind(1, run);
    std::map<int, std::string> bases;
    while (statement.step()) bases[static_cast<int>(statement.integer(0))] = statement.text(1);
    return bases;
}

std::map<std::string, double> insertMeasured(Database& database, std::int64_t run, std::int64_t step,
                                             const std::map<std::string, double>& values,
                                             const std::string& basis) {
    Savepoint savepoint(database);
    const std::map<int, std::string> bases = metricBases(database, run);
    int number = 0;
    for (const auto& [known, what] : bases)
        if (what == basis) number = known;
    if (number == 0) {
        number = bases.empty() ? 1 : bases.rbegin()->first + 1;
        database.prepare("INSERT INTO metric_basis (run, number, basis) VALUES (?, ?, ?)")
            .bind(1, run)
            .bind(2, number)
            .bind(3, basis)
            .run();
    }
    std::map<std::string, double> named;
    for (const auto& [name, value] : values)
        named[number == 1 ? name : name + "#" + std::to_string(number)] = value;
    insertMetrics(database, run, step, named);
    savepoint.commit();
    return named;
}

std::vector<std::string> metricNames(Database& database, std::int64_t run) {
    // From one name to the next by the index: a DISTINCT would read every point.
    Statement statement = database.prepare(
        "WITH RECURSIVE found(name) AS (SELECT min(name) FROM metric WHERE run = ?1 UNION ALL "
        "SELECT (SELECT min(name) FROM metric WHERE run = ?1 AND name > found.name) FROM found "
        "WHERE found.name IS NOT NULL) SELECT name FROM found WHERE name IS NOT NULL");
    statement.bind(1, run);
    std::vector<std::string> names;
    while (statement.step()) names.push_back(statement.text(0));
    return names;
}

std::vector<MetricPoint> metric(Database& database, std::int64_t run, const std::string& name,
                                std::int64_t afterStep) {
    Statement statement = database.prepare(
        "SELECT step, value FROM metric WHERE run = ? AND name = ? AND step > ? ORDER BY step");
    statement.bind(1, run).bind(2, name).bind(3, afterStep);
    std::vector<MetricPoint> points;
    while (statement.step()) points.push_back({statement.integer(0), statement.real(1)});
    return points;
}

void removeMetricsAfter(Database& database, std::int64_t run, std::int64_t step) {
    database.prepare("DELETE FROM metric WHERE run = ? AND step > ?").bind(1, run).bind(2, step).run();
}

void insertSample(Database& database, std::int64_t run, std::int64_t step, std::span<const std::uint8_t> png,
                  int keep) {
    Savepoint savepoint(database);
    database
        .prepare(
            "INSERT INTO sample (run, step, time, png) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (run, step) DO UPDATE SET time = excluded.time, png = excluded.png")
        .bind(1, run)
        .bind(2, step)
        .bind(3, nowMilliseconds())
        .bind(4, png)
        .run();
    std::vector<SampleInfo> kept = samples(database, run);
    Statement remove = database.prepare("DELETE FROM sample WHERE run = ? AND step = ?");
    while (kept.size() > 2 && kept.size() > static_cast<std::size_t>(keep)) {
        std::size_t goes = 1;
        for (std::size_t i = 2; i + 1 < kept.size(); ++i) {
            if (kept[i + 1].step - kept[i - 1].step < kept[goes + 1].step - kept[goes - 1].step) goes = i;
        }
        remove.bind(1, run).bind(2, kept[goes].step).run();
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(goes));
    }
    savepoint.commit();
}

std::vector<SampleInfo> samples(Database& database, std::int64_t run) {
    Statement statement = database.prepare("SELECT step, time FROM sample WHERE run = ? ORDER BY step");
    statement.bind(1, run);
    std::vector<SampleInfo> result;
    while (statement.step()) result.push_back({statement.integer(0), statement.integer(1)});
    return result;
}

void removeSamplesAfter(Database& database, std::int64_t run, std::int64_t step) {
    database.prepare("DELETE FROM sample WHERE run = ? AND step > ?").bind(1, run).bind(2, step).run();
}

std::vector<std::uint8_t> samplePng(Database& database, std::int64_t run, std::int64_t step) {
    Statement statement = database.prepare("SELECT png FROM sample WHERE run = ? AND step = ?");
    statement.bind(1, run).bind(2, step);
    if (!statement.step())
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("Run %1 has no sample grid of step %2."),
                    {std::to_string(run), std::to_string(step)});
    const auto bytes = statement.blob(0);
    return {bytes.begin(), bytes.end()};
}

}  // namespace visagist
