#include "ui/widgets/crop_preview.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace visagist {

CropPreview::CropPreview(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void CropPreview::setCrop(const QImage& crop) {
    m_crop = crop;
    update();
}

void CropPreview::setCaption(const QString& caption) {
    m_caption = caption;
    setAccessibleName(caption);
    update();
}

QSize CropPreview::sizeHint() const {
    return {kSide, kSide + QFontMetrics(visagist::font(Type::Small)).height() + size::rowGap};
}

void CropPreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QRect place(0, height() - kSide, kSide, kSide);
    painter.setFont(visagist::font(Type::Small));
    painter.setPen(colour(tokens().muted));
    painter.drawText(QRect(0, 0, width(), place.top()), Qt::AlignLeft | Qt::AlignTop, m_caption);
    painter.fillRect(place, colour(tokens().canvas));
    if (!m_crop.isNull()) painter.drawImage(place, m_crop);
}

}  // namespace visagist
