#include "ui/models/words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "core/base/clock.h"

namespace visagist {

namespace {

/// Context "Words" for translators.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

}  // namespace

QString bytesText(std::int64_t bytes) {
    return QLocale().formattedDataSize(bytes, bytes < 1'000'000'000 ? 0 : 1, QLocale::DataSizeSIFormat);
}

QString durationText(double seconds) {
    const auto whole = static_cast<qint64>(std::max(0.0, seconds) + 0.5);
    if (whole < 60) return Words::tr("%1 s").arg(whole);
    const qint64 minutes = (whole + 30) / 60;
    if (minutes < 60) return Words::tr("%1 min").arg(minutes);
    return Words::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60, 2, 10, QLatin1Char('0'));
}

QString agoText(std::int64_t milliseconds) {
    const std::int64_t seconds = std::max<std::int64_t>(0, (nowMilliseconds() - milliseconds) / 1000);
    if (seconds < 60) return Words::tr("%1 s ago").arg(seconds);
    if (seconds < 3600) return Words::tr("%1 min ago").arg(seconds / 60);
    if (seconds < 24 * 3600) return Words::tr("%1 h ago").arg(seconds / 3600);
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(milliseconds).date(), QLocale::ShortFormat);
}

QString stepText(std::int64_t step) { return QLocale().toString(static_cast<qlonglong>(step)); }

QString powerText(double value, int figures) {
    const int power = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
    return QLocale().toString(value / std::pow(10.0, power), 'g', figures) + QStringLiteral("e%1").arg(power);
}

QString shortValue(double value) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    const double size = std::abs(value);
    QString text;
    if (size != 0 && (size < 0.9995e-3 || size >= 1e6))
        text = powerText(value, 3);
    else
        text = QLocale().toString(value, 'g', size >= 1000 ? 6 : 3);
    return text.startsWith(QLatin1Char('-')) ? QChar(0x2212) + text.mid(1) : text;
}

QString stateText(RunState state) {
    switch (state) {
        case RunState::Idle:
            return Words::tr("Ready");
        case RunState::Starting:
            return Words::tr("Starting");
        case RunState::Running:
            return Words::tr("Training");
        case RunState::Paused:
            return Words::tr("Paused");
        case RunState::Saving:
            return Words::tr("Saving");
        case RunState::Stopping:
            return Words::tr("Stopping");
        case RunState::Completed:
            return Words::tr("Done");
        case RunState::Stopped:
            return Words::tr("Stopped");
        case RunState::Failed:
            return Words::tr("Failed");
    }
    return {};
}

QString endText(RunEnd end) {
    switch (end) {
        case RunEnd::None:
            return Words::tr("Interrupted");
        case RunEnd::Completed:
            return stateText(RunState::Completed);
        case RunEnd::Stopped:
            return stateText(RunState::Stopped);
        case RunEnd::Failed:
            return stateText(RunState::Failed);
    }
    return {};
}

}  // namespace visagist
