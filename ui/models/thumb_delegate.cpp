#include "ui/models/thumb_delegate.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace visagist {

void ThumbDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const QRect place(option.rect.topLeft() + QPoint(4, 4), QSize(m_side, m_side));
    const auto picture = index.data(Qt::DecorationRole).value<QPixmap>();
    painter->save();
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    if (picture.isNull())
        painter->fillRect(place, colour(tokens().control));
    else
        painter->drawPixmap(place, picture);
    painter->setBrush(Qt::NoBrush);
    if (option.state & QStyle::State_Selected) {
        painter->setPen(QPen(colour(tokens().accent), 3, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter->drawRect(QRectF(place).adjusted(1.5, 1.5, -1.5, -1.5));
    } else if (option.state & QStyle::State_MouseOver) {
        painter->setPen(QPen(colour(tokens().axis), 1));
        painter->drawRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter->restore();
}

}  // namespace visagist
