// A face in a strip: its picture, with a frame while chosen.
#pragma once
#include <QStyledItemDelegate>

namespace visagist {

/// Paints Qt::DecorationRole (a QPixmap) as a square of `side` device-independent pixels; grey while it is
/// not decoded.
class ThumbDelegate : public QStyledItemDelegate {
public:
    explicit ThumbDelegate(int side, QObject* parent = nullptr) : QStyledItemDelegate(parent), m_side(side) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {m_side + 8, m_side + 8};
    }

private:
    int m_side;
};

}  // namespace visagist
