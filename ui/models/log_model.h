// The kept lines of the program's log as rows: time, level, message.
#pragma once
#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <array>
#include <optional>
#include <vector>

#include "core/base/log.h"

namespace visagist {

class LogModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Level, Text, ColumnCount };
    enum Role { LevelRole = Qt::UserRole + 1 };  ///< int, a LogLevel

    using QAbstractTableModel::QAbstractTableModel;

    /// Takes the lines that came since the last call; drops the oldest beyond those that the log keeps.
    void poll();
    const std::vector<LogLine>& lines() const { return m_lines; }
    int count(LogLevel level) const;
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static QString levelText(LogLevel level);

    std::vector<LogLine> m_lines;
};

/// Only lines of one level, if given, that contain all words.
class LogFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setLevel(std::optional<LogLevel> level);
    void setWords(const QString& words);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    std::optional<LogLevel> m_level;
    QStringList m_words;
};

}  // namespace visagist
