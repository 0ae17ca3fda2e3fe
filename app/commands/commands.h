// What the commands of visagist-cli do; each may throw Error, and stops early where its stop token asks for
// it.
#pragma once
#include <stop_token>

#include "app/cli/requests.h"
#include "app/report/report.h"

namespace visagist::cli {

ExitCode perform(const NewFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const ImportFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const CurateFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const DatasetFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const TrainFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const RateFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const ResumeFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const CheckpointFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const ExportFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const FuseFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const DoctorFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const DemoFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const QualityFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const CurateBenchFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const TrainBenchFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const MetricsBenchFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const PlotsBenchFlags& flags, const Report& report, std::stop_token stop);
ExitCode perform(const LoaderBenchFlags& flags, const Report& report, std::stop_token stop);

}  // namespace visagist::cli
