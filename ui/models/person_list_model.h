// The people of a project as rows; the first row is everybody.
#pragma once
#include <QAbstractListModel>
#include <QStyledItemDelegate>
#include <optional>
#include <vector>

#include "core/store/person_table.h"

namespace visagist {

class PersonListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        CountRole = Qt::UserRole + 1,  ///< qint64, faces that are not excluded
        ColourRole,                    ///< int, a series colour; invalid for everybody
        ConsentRole                    ///< QString, the second line
    };

    using QAbstractListModel::QAbstractListModel;

    void setPeople(std::vector<Person> people);
    const std::vector<Person>& people() const { return m_people; }
    /// Nothing for the row of everybody.
    std::optional<std::int64_t> personAt(const QModelIndex& index) const;
    QModelIndex indexOf(std::optional<std::int64_t> person) const;
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// A new name typed in place: says renameWanted() where it is one.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void renameWanted(qint64 person, const QString& name);

private:
    std::vector<Person> m_people;
};

/// Paints a row: colour dot, name (bold while selected), consent below, count at the right.
class PersonDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace visagist
