#include "ui/widgets/photo_view.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace visagist {

PhotoView::PhotoView(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void PhotoView::show(const QImage& picture, int photoWidth, const Face& face) {
    m_picture = picture;
    m_scale = photoWidth > 0 ? double(picture.width()) / photoWidth : 1;
    m_face = face;
    m_text.clear();
    update();
}

void PhotoView::clear(const QString& text) {
    m_picture = {};
    m_text = text;
    update();
}

void PhotoView::setBoxShown(bool shown) {
    m_box = shown;
    update();
}

void PhotoView::setLandmarksShown(bool shown) {
    m_landmarks = shown;
    update();
}

QRectF PhotoView::pictureRect() const {
    const QSizeF fitted = QSizeF(m_picture.size()).scaled(QSizeF(size()), Qt::KeepAspectRatio);
    return {QPointF((width() - fitted.width()) / 2, (height() - fitted.height()) / 2), fitted};
}

void PhotoView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colour(tokens().canvas));
    if (m_picture.isNull()) {
        // On the light canvas only `text` is readable enough.
        painter.setPen(colour(currentScheme() == Scheme::Light ? tokens().text : tokens().muted));
        painter.drawText(rect().adjusted(size::edge, 0, -size::edge, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         m_text);
        return;
    }
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    const QRectF picture = pictureRect();
    painter.drawImage(picture, m_picture);
    if (m_box) paintBox(painter, picture);
    if (m_landmarks) paintLandmarks(painter, picture);
}

void PhotoView::paintBox(QPainter& painter, const QRectF& picture) const {
    if (m_face.box.width <= 0) return;
    const double zoom = m_scale * picture.width() / m_picture.width();
    const QRectF box(picture.x() + m_face.box.x * zoom, picture.y() + m_face.box.y * zoom,
                     m_face.box.width * zoom, m_face.box.height * zoom);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour(kPictureShade), 3));
    painter.drawRect(box);
    painter.setPen(QPen(colour(kPictureWhite), 1.2));
    painter.drawRect(box);
}

void PhotoView::paintLandmarks(QPainter& painter, const QRectF& picture) const {
    const double zoom = m_scale * picture.width() / m_picture.width();
    painter.setPen(QPen(colour(kPictureBlack), 1));
    painter.setBrush(colour(kPictureWhite));
    for (const Point& point : m_face.landmarks)
        painter.drawEllipse(QPointF(picture.x() + point.x * zoom, picture.y() + point.y * zoom), 2.2, 2.2);
}

}  // namespace visagist
