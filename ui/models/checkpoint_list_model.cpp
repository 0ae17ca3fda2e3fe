#include "ui/models/checkpoint_list_model.h"

#include <QLocale>
#include <cmath>
#include <limits>

#include "ui/models/words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {

const char* metricOf(int column) {
    switch (column) {
        case CheckpointListModel::Generator:
            return "generator";
        case CheckpointListModel::Discriminator:
            return "discriminator";
        case CheckpointListModel::Reconstruction:
            return "reconstruction";
        case CheckpointListModel::Validation:
            return "validation";
        default:
            return nullptr;
    }
}

/// Not-a-number where the checkpoint does not know it.
double metricValue(const CheckpointInfo& checkpoint, int column) {
    const char* name = metricOf(column);
    const auto found = name ? checkpoint.metrics.find(name) : checkpoint.metrics.end();
    return found == checkpoint.metrics.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

}  // namespace

void CheckpointListModel::setCheckpoints(std::vector<CheckpointInfo> checkpoints,
                                         std::map<std::int64_t, QString> runNames) {
    beginResetModel();
    m_checkpoints = std::move(checkpoints);
    m_runNames = std::move(runNames);
    m_best.clear();
    for (const CheckpointInfo& checkpoint : m_checkpoints) {
        for (const int column :
             {Generator, Reconstruction, Validation}) {  // a low discriminator loss is not better
            const double value = metricValue(checkpoint, column);
            if (!std::isfinite(value)) continue;
            const auto best = m_best.try_emplace(column, value).first;
            best->second = std::min(best->second, value);
        }
    }
    endResetModel();
}

const CheckpointInfo* CheckpointListModel::at(int row) const {
    const bool inside = row >= 0 && row < static_cast<int>(m_checkpoints.size());
    return inside ? &m_checkpoints[static_cast<std::size_t>(row)] : nullptr;
}

const CheckpointInfo* CheckpointListModel::find(std::int64_t id) const {
    for (const CheckpointInfo& checkpoint : m_checkpoints) {
        if (checkpoint.id == id) return &checkpoint;
    }
    return nullptr;
}

QString CheckpointListModel::runName(std::int64_t run) const {
    const auto found = m_runNames.find(run);
    return found == m_runNames.end() ? tr("Run %1").arg(run) : found->second;
}

void CheckpointListModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    if (!m_checkpoints.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int CheckpointListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_checkpoints.size());
}

int CheckpointListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QVariant CheckpointListModel::data(const QModelIndex& index, int role) const {
    const CheckpointInfo* checkpoint = index.isValid() ? at(index.row()) : nullptr;
    if (!checkpoint) return {};
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return display(*checkpoint, column);
        case Qt::EditRole:
            return column == Note ? QString::fromStdString(checkpoint->note) : display(*checkpoint, column);
        case SortRole:
            return sortValue(*checkpoint, column);
        case IdRole:
            return static_cast<qlonglong>(checkpoint->id);
        case RunRole:
            return static_cast<qlonglong>(checkpoint->run);
        case Qt::CheckStateRole:
            return {};
        case Qt::TextAlignmentRole: {
            const bool number = column == Step || column == Size || metricOf(column);
            return QVariant::fromValue(
                Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
        }
        case Qt::FontRole: {
            if (!isBest(*checkpoint, column)) return {};
            QFont bold = font(Type::Body);
            bold.setBold(true);
            return bold;
        }
        case Qt::DecorationRole:
            if (column != Star) return {};
            return checkpoint->starred ? icon("starset", &Tokens::accent) : icon("star", &Tokens::muted);
        case Qt::AccessibleTextRole:
            if (column != Star) return {};
            return checkpoint->starred ? tr("starred") : tr("not starred");
        default:
            return {};
    }
}

QVariant CheckpointListModel::display(const CheckpointInfo& checkpoint, int column) const {
    if (metricOf(column)) {
        const double value = metricValue(checkpoint, column);
        return std::isfinite(value) ? QLocale().toString(value, 'g', 3) : QStringLiteral("–");
    }
    switch (column) {
        case Step:
            return stepText(checkpoint.step);
        case RunName:
            return runName(checkpoint.run);
        case Size:
            return bytesText(checkpoint.bytes);
        case Saved:
            return agoText(checkpoint.time);
        case Note:
            return QString::fromStdString(checkpoint.note);
        default:
            return {};
    }
}

QVariant CheckpointListModel::sortValue(const CheckpointInfo& checkpoint, int column) const {
    if (metricOf(column)) {  // what is not known comes last
        const double value = metricValue(checkpoint, column);
        return std::isfinite(value) ? value : std::numeric_limits<double>::max();
    }
    switch (column) {
        case Star:
            return checkpoint.starred ? 0 : 1;
        case Step:
            return static_cast<qlonglong>(checkpoint.step);
        case Size:
            return static_cast<qlonglong>(checkpoint.bytes);
        case Saved:
            return static_cast<qlonglong>(checkpoint.time);
        default:
            return display(checkpoint, column);
    }
}

bool CheckpointListModel::isBest(const CheckpointInfo& checkpoint, int column) const {
    const auto best = m_best.find(column);
    return best != m_best.end() && m_checkpoints.size() > 1 &&
           metricValue(checkpoint, column) == best->second;
}

bool CheckpointListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!m_editable || !index.isValid() || !at(index.row()) || role != Qt::EditRole) return false;
    CheckpointInfo& checkpoint = m_checkpoints[static_cast<std::size_t>(index.row())];
    if (index.column() == Star) {
        checkpoint.starred = value.toBool();
        Q_EMIT dataChanged(index, index);
        Q_EMIT starEdited(checkpoint.id, checkpoint.starred);
        return true;
    }
    if (index.column() == Note) {
        const std::string note = value.toString().trimmed().toStdString();
        if (note == checkpoint.note) return false;
        checkpoint.note = note;
        Q_EMIT dataChanged(index, index);
        Q_EMIT noteEdited(checkpoint.id, QString::fromStdString(note));
        return true;
    }
    return false;
}

Qt::ItemFlags CheckpointListModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == Note && m_editable) flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant CheckpointListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool number = section == Step || section == Size || metricOf(section);
        return QVariant::fromValue(
            Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role == Qt::ToolTipRole && section == Reconstruction)
        return tr("Loss on the faces that were trained on");
    if (role == Qt::ToolTipRole && section == Validation) return tr("Loss on faces that were not trained on");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Step:
            return tr("Step");
        case RunName:
            return tr("Run");
        case Generator:
            return tr("Generator");
        case Discriminator:
            return tr("Discriminator");
        case Reconstruction:
            return tr("Reconstruction");
        case Validation:
            return tr("Validation");
        case Size:
            return tr("Size");
        case Saved:
            return tr("Saved");
        case Note:
            return tr("Note");
        default:
            return {};
    }
}

}  // namespace visagist
