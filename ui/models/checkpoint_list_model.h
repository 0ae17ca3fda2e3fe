// The checkpoints of a project as a table; star and note are edited in place.
#pragma once
#include <QAbstractTableModel>
#include <map>
#include <optional>
#include <vector>

#include "core/store/checkpoint_store.h"

namespace visagist {

/// Knows no database: edits are told by signals and written by whoever listens.
class CheckpointListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Star,
        Step,
        RunName,
        Generator,
        Discriminator,
        Reconstruction,
        Validation,
        Size,
        Saved,
        Note,
        kColumns
    };
    enum Role { SortRole = Qt::UserRole + 1, IdRole, RunRole };  ///< a number or text to sort by; ids

    explicit CheckpointListModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setCheckpoints(std::vector<CheckpointInfo> checkpoints, std::map<std::int64_t, QString> runNames);
    const std::vector<CheckpointInfo>& checkpoints() const { return m_checkpoints; }
    const CheckpointInfo* at(int row) const;
    const CheckpointInfo* find(std::int64_t id) const;
    QString runName(std::int64_t run) const;
    void setEditable(bool editable) { m_editable = editable; }
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void starEdited(std::int64_t id, bool starred);
    void noteEdited(std::int64_t id, const QString& note);

private:
    QVariant display(const CheckpointInfo& checkpoint, int column) const;
    QVariant sortValue(const CheckpointInfo& checkpoint, int column) const;
    bool isBest(const CheckpointInfo& checkpoint, int column) const;

    std::vector<CheckpointInfo> m_checkpoints;
    std::map<std::int64_t, QString> m_runNames;
    std::map<int, double> m_best;  ///< smallest value of a metric column
    bool m_editable = true;
};

}  // namespace visagist
