// A row of a list: an icon, a sentence, and a quieter second line with words at either end.
#pragma once
#include <QStyledItemDelegate>

namespace visagist {

/// Paints Qt::DisplayRole as the first line, wrapped; without icons bold while selected.
class TwoLineDelegate : public QStyledItemDelegate {
public:
    enum Role {
        SecondLineRole = Qt::UserRole + 1,  ///< QString, left
        SecondLineEndRole,                  ///< QString, right
        IconRole,                           ///< QString, name of an icon; "" none
        WarningRole,                        ///< bool: the icon in amber
        FailureRole,                        ///< bool: the icon in red
    };

    explicit TwoLineDelegate(bool withIcons, QObject* parent = nullptr)
        : QStyledItemDelegate(parent), m_withIcons(withIcons) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    QRect textArea(const QRect& row) const;
    bool m_withIcons;
};

}  // namespace visagist
