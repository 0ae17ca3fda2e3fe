#include "ui/widgets/canvas_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace visagist {

CanvasView::CanvasView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setContextMenuPolicy(Qt::PreventContextMenu);
}

void CanvasView::setPicture(const QImage& picture, int width, int height) {
    const bool other = QSizeF(width, height) != m_size;
    m_picture = picture;
    m_size = QSizeF(width, height);
    if (other) showPart(QRectF(QPointF(), m_size));
    update();
}

void CanvasView::clear(const QString& text) {
    m_picture = {};
    m_size = {};
    m_text = text;
    update();
}

void CanvasView::showPart(const QRectF& part) {
    m_part = part;
    m_moved = false;
    fit();
}

void CanvasView::fit() {
    if (m_part.isEmpty()) return;
    m_scale = std::min(width() / m_part.width(), height() / m_part.height());
    m_origin = QPointF(width() / 2.0, height() / 2.0) - m_part.center() * m_scale;
    update();
}

QPointF CanvasView::toPicture(QPointF widget) const { return (widget - m_origin) / m_scale; }
QPointF CanvasView::toWidget(QPointF picture) const { return picture * m_scale + m_origin; }

void CanvasView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colour(tokens().canvas));
    if (m_picture.isNull()) {
        painter.setPen(colour(tokens().muted));
        painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, m_text);
        return;
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, m_scale < 4);
    // Only what is seen is drawn, however far it is enlarged.
    const QRectF seen = QRectF(toPicture({0, 0}), toPicture(QPointF(width(), height())))
                            .intersected(QRectF(QPointF(), m_size));
    const double reduced = m_picture.width() / m_size.width();
    painter.drawImage(QRectF(toWidget(seen.topLeft()), toWidget(seen.bottomRight())), m_picture,
                      QRectF(seen.topLeft() * reduced, seen.size() * reduced));
    painter.setRenderHint(QPainter::Antialiasing);
    paintOver(painter);
    if (hasFocus()) {
        painter.setPen(QPen(colour(tokens().accent), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void CanvasView::resizeEvent(QResizeEvent*) {
    if (!m_moved) fit();
}

void CanvasView::wheelEvent(QWheelEvent* event) {
    if (!hasPicture()) return;
    const QPointF at = event->position(), fixed = toPicture(at);
    m_scale = std::clamp(m_scale * std::pow(1.0015, event->angleDelta().y()), 0.02, 40.0);
    m_origin = at - fixed * m_scale;
    m_moved = true;
    update();
    event->accept();
}

void CanvasView::mousePressEvent(QMouseEvent* event) {
    if (!hasPicture() || m_drag != Drag::None) return;
    const bool moves = event->button() != Qt::LeftButton || m_space;
    m_drag = moves ? Drag::Picture : Drag::Work;
    m_grabbed = event->position();
    if (!moves) pressed(toPicture(event->position()), event->modifiers());
}

void CanvasView::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag == Drag::Picture) {
        m_origin += event->position() - m_grabbed;
        m_grabbed = event->position();
        m_moved = true;
        update();
    } else if (m_drag == Drag::Work) {
        dragged(toPicture(event->position()), event->modifiers());
    } else if (hasPicture()) {
        hovered(toPicture(event->position()));
    }
}

void CanvasView::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Work) released(toPicture(event->position()), event->modifiers());
}

void CanvasView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_space = true;
        setCursor(Qt::OpenHandCursor);
        return;
    }
    if (event->key() != Qt::Key_Space) QWidget::keyPressEvent(event);
}

void CanvasView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return QWidget::keyReleaseEvent(event);
    m_space = false;
    unsetCursor();
}

}  // namespace visagist
