#include "ui/widgets/dot_button.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

void paintDot(QPainter& painter, const QRectF& area) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour(tokens().accent));
    painter.drawEllipse(area.center(), 4, 4);
}

}  // namespace

DotButton::DotButton(QWidget* parent) : QAbstractButton(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::NoFocus);
}

void DotButton::setShown(bool shown) {
    m_shown = shown;
    setFocusPolicy(shown ? Qt::TabFocus : Qt::NoFocus);
    setEnabled(shown);
    update();
}

void DotButton::paintEvent(QPaintEvent*) {
    if (!m_shown) return;
    QPainter painter(this);
    paintDot(painter, rect());
    if (!property("kbd").toBool()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour(tokens().accent), 1.5));
    painter.drawEllipse(QRectF(rect()).center(), 6, 6);
}

QPixmap dotPixmap(qreal devicePixelRatio) {
    QPixmap pixmap((QSizeF(10, 10) * devicePixelRatio).toSize());
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintDot(painter, QRectF(0, 0, 10, 10));
    return pixmap;
}

}  // namespace visagist
