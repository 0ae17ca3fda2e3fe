// Numbers of training in words: sizes, spans of time, how long ago, the state of a run.
#pragma once
#include <QString>
#include <cstdint>

#include "core/store/run_table.h"
#include "core/train/run_state.h"

namespace visagist {

QString bytesText(std::int64_t bytes);         ///< "1.1 GB"
QString durationText(double seconds);          ///< "1 h 36 min", "45 s"
QString agoText(std::int64_t milliseconds);    ///< since 1970; "18 s ago", then the date
QString stepText(std::int64_t step);           ///< "84,210"
QString powerText(double value, int figures);  ///< "2.5e-4"; not for 0
/// A value as short as it is clear: three figures, powers of ten below a thousandth and above a million.
QString shortValue(double value);
QString stateText(RunState state);
QString endText(RunEnd end);  ///< of a run that is not on; None: "Interrupted"

}  // namespace visagist
