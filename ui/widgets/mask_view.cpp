#include "ui/widgets/mask_view.h"

#include <QKeyEvent>
#include <QPainter>
#include <cmath>
#include <utility>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr double kNear = 9, kSmallestBrush = 1, kLargestBrush = 512, kBrushStep = 1.2;

double apart(QPointF a, QPointF b) { return std::hypot(a.x() - b.x(), a.y() - b.y()); }

}  // namespace

MaskView::MaskView(QWidget* parent) : CanvasView(parent) {}

void MaskView::setMask(const QImage& mask) {
    m_shade = {};
    if (!mask.isNull()) {
        // The grey of the mask turned round is how much of the shade is seen.
        QImage outside = mask.convertToFormat(QImage::Format_Grayscale8);
        outside.invertPixels();
        m_shade = QImage(mask.size(), QImage::Format_ARGB32);
        m_shade.fill(colour(kPictureBlack));
        m_shade.setAlphaChannel(outside);
    }
    update();
}

void MaskView::setTool(Tool tool) {
    m_tool = tool;
    m_corners.clear();
    update();
}

void MaskView::setBrushSize(double pixels) {
    pixels = std::clamp(pixels, kSmallestBrush, kLargestBrush);
    if (std::exchange(m_brushSize, pixels) == pixels) return;
    update();
    Q_EMIT brushSizeChanged(pixels);
}

void MaskView::setOpacity(double share) {
    m_opacity = share;
    update();
}

void MaskView::pressed(QPointF place, Qt::KeyboardModifiers modifiers) {
    m_pointer = m_last = place;
    if (m_tool != Tool::Polygon) {
        Q_EMIT stroked(place, place, erases(modifiers), true);
    } else if (m_corners.size() > 2 && apart(place, m_corners.first()) * scale() < kNear) {
        closePolygon(modifiers & Qt::AltModifier);
    } else {
        m_corners.append(place);
    }
    update();
}

void MaskView::dragged(QPointF place, Qt::KeyboardModifiers modifiers) {
    m_pointer = place;
    if (m_tool != Tool::Polygon)
        Q_EMIT stroked(std::exchange(m_last, place), place, erases(modifiers), false);
    update();
}

void MaskView::released(QPointF, Qt::KeyboardModifiers) {
    if (m_tool != Tool::Polygon) Q_EMIT strokeEnded();
}

void MaskView::hovered(QPointF place) {
    m_pointer = place;
    update();
}

void MaskView::leaveEvent(QEvent*) {
    m_pointer.reset();
    update();
}

void MaskView::closePolygon(bool remove) {
    if (m_corners.size() < 3) return;
    Q_EMIT polygonClosed(std::exchange(m_corners, {}), remove);
    update();
}

void MaskView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_BracketLeft:
            return setBrushSize(m_brushSize / kBrushStep);
        case Qt::Key_BracketRight:
            return setBrushSize(m_brushSize * kBrushStep);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_corners.size() > 2) return closePolygon(event->modifiers() & Qt::AltModifier);
            break;
        case Qt::Key_Backspace:
        case Qt::Key_Escape:
            if (m_corners.isEmpty()) break;
            if (event->key() == Qt::Key_Escape)
                m_corners.clear();
            else
                m_corners.removeLast();
            return update();
        default:
            break;
    }
    CanvasView::keyPressEvent(event);
}

void MaskView::paintOver(QPainter& painter) {
    if (!m_shade.isNull()) {
        painter.setOpacity(m_opacity);
        painter.drawImage(QRectF(toWidget({0, 0}), toWidget(QPointF(m_shade.width(), m_shade.height()))),
                          m_shade);
        painter.setOpacity(1);
    }
    painter.setBrush(Qt::NoBrush);
    const auto twice = [&](auto&& draw) {  // seen on bright and on dark pictures
        painter.setPen(QPen(colour(kPictureBlack), 3));
        draw();
        painter.setPen(QPen(colour(kPictureWhite), 1.5));
        draw();
    };
    if (m_tool != Tool::Polygon) {
        if (m_pointer)
            twice([&] {
                const double radius = m_brushSize / 2 * scale();
                painter.drawEllipse(toWidget(*m_pointer), radius, radius);
            });
        return;
    }
    QPolygonF line;
    for (const QPointF& corner : m_corners) line.append(toWidget(corner));
    if (m_pointer && !line.isEmpty()) line.append(toWidget(*m_pointer));
    twice([&] { painter.drawPolyline(line); });
    painter.setBrush(colour(kPictureWhite));
    for (const QPointF& corner : m_corners) painter.drawEllipse(toWidget(corner), 3, 3);
}

}  // namespace visagist
