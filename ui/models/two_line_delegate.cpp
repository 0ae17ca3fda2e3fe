#include "ui/models/two_line_delegate.h"

#include <QListView>
#include <QPainter>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr int kSide = 12, kAbove = 6, kBetween = 1, kIcon = 16;

QFont firstFont(bool selected) {
    QFont first = font(Type::Body);
    first.setBold(selected);
    return first;
}

}  // namespace

QRect TwoLineDelegate::textArea(const QRect& row) const {
    const int left = m_withIcons ? kSide + kIcon + size::gap : kSide;
    return row.adjusted(left, kAbove, -kSide, -kAbove);
}

void TwoLineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (selected || (option.state & QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour(selected ? tokens().soft : tokens().hover));
        painter->drawRoundedRect(option.rect.adjusted(4, 1, -4, -1), 3, 3);
    }
    if (selected && (option.state & QStyle::State_HasFocus) && option.widget &&
        option.widget->property("kbd").toBool()) {
        painter->setPen(QPen(colour(tokens().accent), 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(option.rect.adjusted(5, 2, -5, -2), 3, 3);
    }
    const QRect area = textArea(option.rect);
    const QString name = index.data(IconRole).toString();
    if (m_withIcons && !name.isEmpty()) {
        QRgb Tokens::*ink = &Tokens::muted;
        if (index.data(WarningRole).toBool()) ink = &Tokens::warn;
        if (index.data(FailureRole).toBool()) ink = &Tokens::error;
        const QPixmap mark =
            iconPixmap(name.toLatin1().constData(), kIcon, ink, painter->device()->devicePixelRatioF());
        painter->drawPixmap(option.rect.left() + kSide, area.top() + 1, mark);
    }
    painter->setFont(firstFont(selected && !m_withIcons));
    painter->setPen(colour(tokens().text));
    QRect used;
    painter->drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, index.data().toString(), &used);
    painter->setFont(font(Type::Caption));
    painter->setPen(colour(selected ? tokens().text : tokens().muted));
    const QRect second(area.left(), used.bottom() + 1 + kBetween, area.width(),
                       area.bottom() - used.bottom());
    painter->drawText(second, Qt::AlignLeft | Qt::AlignTop, index.data(SecondLineRole).toString());
    painter->drawText(second, Qt::AlignRight | Qt::AlignTop, index.data(SecondLineEndRole).toString());
    painter->restore();
}

QSize TwoLineDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* view = qobject_cast<const QListView*>(option.widget);
    const int width = view ? view->viewport()->width() : 220;
    const QRect area = textArea(QRect(0, 0, width, 1000));
    const QRect first =
        QFontMetrics(firstFont(!m_withIcons))
            .boundingRect(QRect(0, 0, area.width(), 1000), Qt::TextWordWrap, index.data().toString());
    return {width, first.height() + kBetween + QFontMetrics(font(Type::Caption)).height() + 2 * kAbove};
}

}  // namespace visagist
