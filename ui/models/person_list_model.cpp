#include "ui/models/person_list_model.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <numeric>

#include "ui/theme/theme.h"

namespace visagist {

void PersonListModel::setPeople(std::vector<Person> people) {
    const auto id = [](const Person& person) { return person.id; };
    if (std::ranges::equal(people, m_people, {}, id, id)) {
        m_people = std::move(people);
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_people = std::move(people);
    endResetModel();
}

std::optional<std::int64_t> PersonListModel::personAt(const QModelIndex& index) const {
    if (!index.isValid() || index.row() == 0) return {};
    return m_people[static_cast<std::size_t>(index.row() - 1)].id;
}

QModelIndex PersonListModel::indexOf(std::optional<std::int64_t> person) const {
    if (!person) return index(0);
    const auto found = std::ranges::find(m_people, *person, &Person::id);
    return found == m_people.end() ? QModelIndex() : index(static_cast<int>(found - m_people.begin()) + 1);
}

void PersonListModel::retranslate() { Q_EMIT dataChanged(index(0), index(rowCount() - 1)); }

int PersonListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_people.size()) + 1;
}

QVariant PersonListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    if (index.row() == 0) {
        if (role == Qt::DisplayRole) return tr("Everybody");
        const auto all = std::accumulate(m_people.begin(), m_people.end(), std::int64_t{0},
                                         [](std::int64_t sum, const Person& p) { return sum + p.faces; });
        return role == CountRole ? QVariant::fromValue<qint64>(all) : QVariant();
    }
    const Person& person = m_people[static_cast<std::size_t>(index.row() - 1)];
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
        case Qt::ToolTipRole:
            return QString::fromStdString(person.name);
        case CountRole:
            return QVariant::fromValue<qint64>(person.faces);
        case ColourRole:
            return person.colour;
        case ConsentRole:
            return person.consent == Consent::Recorded ? tr("Consent recorded") : tr("No consent recorded");
        default:
            return {};
    }
}

Qt::ItemFlags PersonListModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractListModel::flags(index);
    return index.isValid() && index.row() > 0 ? flags | Qt::ItemIsEditable : flags;
}

bool PersonListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QString name = value.toString().trimmed();
    if (role != Qt::EditRole || !index.isValid() || index.row() == 0) return false;
    if (name.isEmpty() || name == index.data().toString()) return false;
    Q_EMIT renameWanted(*personAt(index), name);
    return true;
}

namespace {

void paintDot(QPainter* painter, const QRect& row, const QVariant& series) {
    if (!series.isValid()) return;
    painter->setPen(Qt::NoPen);
    painter->setBrush(seriesColour(series.toInt()));
    painter->drawEllipse(QPointF(row.left() + 18, row.center().y() + 0.5), 5, 5);
}

}  // namespace

void PersonDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    const Tokens& t = tokens();
    const bool selected = option.state & QStyle::State_Selected;
    const QRect row = option.rect.adjusted(4, 0, -4, 0);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (selected || (option.state & QStyle::State_MouseOver)) {
        QPainterPath back;
        back.addRoundedRect(row, size::radius, size::radius);
        painter->fillPath(back, colour(selected ? t.soft : t.hover));
    }
    paintDot(painter, row, index.data(PersonListModel::ColourRole));

    const QString consent = index.data(PersonListModel::ConsentRole).toString();
    const QString count = QLocale().toString(index.data(PersonListModel::CountRole).toLongLong());
    const QRect words = row.adjusted(36, 5, -10, -5);
    painter->setFont(font(Type::Body));
    painter->setPen(colour(t.text));
    const int countWidth = painter->fontMetrics().horizontalAdvance(count);
    const QRect first =
        consent.isEmpty() ? words : QRect(words.topLeft(), QSize(words.width(), words.height() / 2));
    painter->drawText(first, Qt::AlignRight | Qt::AlignVCenter, count);
    painter->setFont(font(selected ? Type::Heading : Type::Body));
    const QString name = painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                                           first.width() - countWidth - size::gap);
    painter->drawText(first, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter->setFont(font(Type::Caption));
    painter->setPen(colour(selected ? t.text : t.muted));
    painter->drawText(words.adjusted(0, first.height(), 0, 0), Qt::AlignLeft | Qt::AlignVCenter, consent);
    if ((option.state & QStyle::State_HasFocus) && option.widget && option.widget->property("kbd").toBool()) {
        painter->setPen(QPen(colour(t.accent), 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(row).adjusted(1, 1, -1, -1), size::radius, size::radius);
    }
    painter->restore();
}

QSize PersonDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const int line = QFontMetrics(font(Type::Body)).height();
    const bool two = index.data(PersonListModel::ConsentRole).isValid();
    return {160, std::max(size::optionRow,
                          two ? line + QFontMetrics(font(Type::Caption)).height() + 12 : line + 12)};
}

}  // namespace visagist
