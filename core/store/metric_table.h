// The curves of a run, and its sample grids.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/store/database.h"

namespace visagist {

struct MetricPoint {
    std::int64_t step = 0;
    double value = 0;  ///< may be not-a-number or infinite (both are kept as not-a-number)
};

/// One report: values by name ("generator", "discriminator", "reconstruction", "validation", "learning_rate",
/// …). A point that exists is replaced (a resumed run repeats steps after its checkpoint).
void insertMetrics(Database& database, std::int64_t run, std::int64_t step,
                   const std::map<std::string, double>& values);
/// The same for values that depend on more than the network: `basis` says on what. A name whose earlier
/// values in this run have another basis gets a number ("name#2"), so that what cannot be compared is not one
/// curve. Returns the values by the names under which they are stored.
std::map<std::string, double> insertMeasured(Database& database, std::int64_t run, std::int64_t step,
                                             const std::map<std::string, double>& values,
                                             const std::string& basis);
/// The bases of a run's measurements, by their number (1 …).
std::map<int, std::string> metricBases(Database& database, std::int64_t run);
std::vector<std::string> metricNames(Database& database, std::int64_t run);
std::vector<MetricPoint> metric(Database& database, std::int64_t run, const std::string& name,
                                std::int64_t afterStep = -1);
/// Removes points after `step`: a run resumed from an older checkpoint writes them anew.
void removeMetricsAfter(Database& database, std::int64_t run, std::int64_t step);

struct SampleInfo {
    std::int64_t step = 0, time = 0;
};
/// At most `keep` grids of a run stay: beyond that the one whose neighbours are nearest to each other goes,
/// the older first, so that the first and the newest stay and the rest thin out evenly. A grid of the same
/// step is replaced.
void insertSample(Database& database, std::int64_t run, std::int64_t step, std::span<const std::uint8_t> png,
                  int keep = 200);
std::vector<SampleInfo> samples(Database& database, std::int64_t run);  ///< by step
/// As removeMetricsAfter().
void removeSamplesAfter(Database& database, std::int64_t run, std::int64_t step);
std::vector<std::uint8_t> samplePng(Database& database, std::int64_t run,
                                    std::int64_t step);  ///< throws Error(NotFound)

}  // namespace visagist
