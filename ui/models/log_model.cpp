#include "ui/models/log_model.h"

#include <QDateTime>
#include <algorithm>

#include "ui/theme/icons.h"

namespace visagist {

namespace {

constexpr std::size_t kKeptLines = 2000;

QIcon levelIcon(LogLevel level) {
    if (level == LogLevel::Error) return icon("error", &Tokens::error);
    if (level == LogLevel::Warning) return icon("warn", &Tokens::warn);
    return icon("info", &Tokens::muted);
}

}  // namespace

QString LogModel::levelText(LogLevel level) {
    switch (level) {
        case LogLevel::Debug:
            return tr("Debug");
        case LogLevel::Info:
            return tr("Info");
        case LogLevel::Warning:
            return tr("Warning");
        case LogLevel::Error:
            return tr("Error");
    }
    return {};
}

void LogModel::poll() {
    const std::vector<LogLine> fresh = logLinesAfter(m_lines.empty() ? 0 : m_lines.back().number);
    if (fresh.empty()) return;
    const std::size_t all = m_lines.size() + fresh.size();
    if (const std::size_t old = std::min(m_lines.size(), all > kKeptLines ? all - kKeptLines : 0); old > 0) {
        beginRemoveRows({}, 0, static_cast<int>(old) - 1);
        m_lines.erase(m_lines.begin(), m_lines.begin() + static_cast<std::ptrdiff_t>(old));
        endRemoveRows();
    }
    const auto first = static_cast<int>(m_lines.size());
    beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
    m_lines.insert(m_lines.end(), fresh.begin(), fresh.end());
    endInsertRows();
}

int LogModel::count(LogLevel level) const {
    return static_cast<int>(std::ranges::count(m_lines, level, &LogLine::level));
}

void LogModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_lines.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int LogModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const LogLine& line = m_lines[static_cast<std::size_t>(index.row())];
    if (role == LevelRole) return static_cast<int>(line.level);
    if (role == Qt::DecorationRole && index.column() == Level) return levelIcon(line.level);
    if (role == Qt::ToolTipRole && index.column() == Text) return QString::fromStdString(line.text);
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case Time:
            return QDateTime::fromMSecsSinceEpoch(line.milliseconds)
                .time()
                .toString(QStringLiteral("HH:mm:ss"));
        case Level:
            return levelText(line.level);
        case Text:
            return QString::fromStdString(line.text);
        default:
            return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Time:
            return tr("Time");
        case Level:
            return tr("Level");
        case Text:
            return tr("Message");
        default:
            return {};
    }
}

void LogFilter::setLevel(std::optional<LogLevel> level) {
    m_level = level;
    invalidateFilter();
}

void LogFilter::setWords(const QString& words) {
    m_words = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex text = sourceModel()->index(row, LogModel::Text, parent);
    if (m_level && text.data(LogModel::LevelRole).toInt() != static_cast<int>(*m_level)) return false;
    const QString line = text.data().toString();
    return std::ranges::all_of(m_words,
                               [&](const QString& word) { return line.contains(word, Qt::CaseInsensitive); });
}

}  // namespace visagist
