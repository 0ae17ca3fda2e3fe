#include "ui/widgets/image_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr double kMargin = 12, kHandle = 9, kNear = 10;

}  // namespace

ImageView::ImageView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ImageView::setPicture(const QImage& picture, const QImage& reduced) {
    if (picture.size() != m_after.full.size()) m_offset = {};
    m_after = {picture, reduced};
    update();
}

void ImageView::setBefore(const QImage& picture, const QImage& reduced) {
    m_before = {picture, reduced};
    update();
}

void ImageView::setSplit(bool on) {
    m_split = on;
    update();
}

void ImageView::setZoom(Zoom zoom) {
    if (zoom == m_zoom) return;
    m_zoom = zoom;
    m_offset = {};
    update();
    Q_EMIT zoomChanged(zoom);
}

void ImageView::setLabels(const QString& before, const QString& after) {
    m_beforeLabel = before;
    m_afterLabel = after;
    update();
}

void ImageView::setEmptyText(const QString& text) {
    m_emptyText = text;
    update();
}

QRectF ImageView::target() const {
    const QSizeF picture = m_after.full.size();
    QSizeF shown = picture / devicePixelRatioF();
    QPointF offset = m_offset;
    if (m_zoom == Zoom::Fit) {
        const double scale =
            std::min((width() - 2 * kMargin) / picture.width(), (height() - 2 * kMargin) / picture.height());
        shown = picture * std::max(scale, 0.0);
        offset = {};
    }
    // A picture smaller than the view stays in its middle.
    const double roomX = std::max(0.0, (shown.width() - width()) / 2),
                 roomY = std::max(0.0, (shown.height() - height()) / 2);
    offset = {std::clamp(offset.x(), -roomX, roomX), std::clamp(offset.y(), -roomY, roomY)};
    QPointF corner((width() - shown.width()) / 2 + offset.x(), (height() - shown.height()) / 2 + offset.y());
    const double ratio = devicePixelRatioF();  // on whole device pixels, or 100 % is blurred
    corner = {std::round(corner.x() * ratio) / ratio, std::round(corner.y() * ratio) / ratio};
    return {corner, shown};
}

double ImageView::lineX() const {
    const QRectF area = target().intersected(QRectF(rect()));
    return area.left() + area.width() * m_splitAt;
}

void ImageView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colour(tokens().canvas));
    if (m_after.full.isNull()) {
        painter.setPen(colour(tokens().text));
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const QRectF area = target().intersected(QRectF(rect()));
    if (showsSplit()) {
        const double x = lineX();
        paintLayer(painter, m_before, QRectF(area.topLeft(), QPointF(x, area.bottom())));
        paintLayer(painter, m_after, QRectF(QPointF(x, area.top()), area.bottomRight()));
        paintSplit(painter, area);
    } else {
        paintLayer(painter, m_after, area);
    }
    if (property("kbd").toBool()) {
        painter.setPen(QPen(colour(tokens().accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void ImageView::paintLayer(QPainter& painter, const Layer& layer, const QRectF& clip) const {
    const QRectF place = target();
    const double scale = place.width() * devicePixelRatioF() / layer.full.width();
    const bool useSmall = !layer.small.isNull() && scale * layer.full.width() <= layer.small.width();
    const QImage& image = useSmall ? layer.small : layer.full;
    painter.save();
    painter.setClipRect(clip);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, std::abs(scale - 1) > 1e-6);
    painter.drawImage(place, image);
    painter.restore();
}

void ImageView::paintSplit(QPainter& painter, const QRectF& area) const {
    const double x = lineX();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor::fromRgba(kPictureWhite), 1.5));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QPointF handle(x, area.bottom() - std::min(38.0, area.height() / 4));
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor::fromRgba(kPictureWhite));
    painter.drawEllipse(handle, kHandle, kHandle);
    painter.setPen(QPen(QColor::fromRgba(kPictureBlack), 1.5));
    painter.drawPolyline(
        QPolygonF({handle + QPointF(-2, -3.5), handle + QPointF(-5, 0), handle + QPointF(-2, 3.5)}));
    painter.drawPolyline(
        QPolygonF({handle + QPointF(2, -3.5), handle + QPointF(5, 0), handle + QPointF(2, 3.5)}));
    paintLabel(painter, m_beforeLabel, area.topLeft() + QPointF(8, 8), false);
    paintLabel(painter, m_afterLabel, area.topRight() + QPointF(-8, 8), true);
}

void ImageView::paintLabel(QPainter& painter, const QString& text, const QPointF& corner, bool right) const {
    if (text.isEmpty()) return;
    painter.setFont(visagist::font(Type::Caption));
    const QFontMetricsF metrics(painter.font());
    const QSizeF box(metrics.horizontalAdvance(text) + 16, metrics.height() + 6);
    const QRectF place(right ? corner - QPointF(box.width(), 0) : corner, box);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor::fromRgba(kPictureShade));
    painter.drawRoundedRect(place, 3, 3);
    painter.setPen(QColor::fromRgba(kOnPicture));
    painter.drawText(place, Qt::AlignCenter, text);
}

void ImageView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_after.full.isNull()) return;
    m_grabbed = event->position();
    m_drag = showsSplit() && std::abs(event->position().x() - lineX()) <= kNear ? Drag::Line : Drag::Picture;
}

void ImageView::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag == Drag::Line) {
        const QRectF area = target().intersected(QRectF(rect()));
        m_splitAt = std::clamp((event->position().x() - area.left()) / std::max(1.0, area.width()), 0.0, 1.0);
    } else if (m_drag == Drag::Picture) {
        m_offset += event->position() - m_grabbed;
        m_grabbed = event->position();
    } else {
        const bool over = showsSplit() && std::abs(event->position().x() - lineX()) <= kNear;
        setCursor(over ? Qt::SplitHCursor : Qt::ArrowCursor);
        return;
    }
    update();
}

void ImageView::mouseReleaseEvent(QMouseEvent*) { m_drag = Drag::None; }

void ImageView::mouseDoubleClickEvent(QMouseEvent*) {
    setZoom(m_zoom == Zoom::Fit ? Zoom::Pixels : Zoom::Fit);
}

void ImageView::keyPressEvent(QKeyEvent* event) {
    const bool left = event->key() == Qt::Key_Left, right = event->key() == Qt::Key_Right;
    if (!showsSplit() || (!left && !right)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const double step = event->modifiers().testFlag(Qt::ShiftModifier) ? 0.10 : 0.01;
    m_splitAt = std::clamp(m_splitAt + (right ? step : -step), 0.0, 1.0);
    update();
}

void ImageView::wheelEvent(QWheelEvent* event) {
    if (!event->modifiers().testFlag(Qt::ControlModifier) || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    setZoom(event->angleDelta().y() > 0 ? Zoom::Pixels : Zoom::Fit);
}

}  // namespace visagist
