#include "ui/theme/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <algorithm>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

QByteArray svgText(const QByteArray& name, const QColor& colour) {
    QFile file(QLatin1StringView(":/icons/") + QString::fromLatin1(name) + QLatin1StringView(".svg"));
    if (!file.open(QIODevice::ReadOnly)) qFatal("no icon called %s", name.constData());
    return file.readAll().replace("currentColor", colour.name().toLatin1());
}

QPixmap rendered(const QByteArray& name, const QSize& devicePixels, const QColor& colour) {
    const QString key = QStringLiteral("icon/%1/%2x%3/%4")
                            .arg(QString::fromLatin1(name))
                            .arg(devicePixels.width())
                            .arg(devicePixels.height())
                            .arg(colour.rgba(), 0, 16);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    pixmap = QPixmap(devicePixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    const int side = std::min(devicePixels.width(), devicePixels.height());
    QSvgRenderer(svgText(name, colour)).render(&painter, QRectF(0, 0, side, side));
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

class IconEngine : public QIconEngine {
public:
    IconEngine(QByteArray name, QRgb Tokens::*colour) : m_name(std::move(name)), m_colour(colour) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const qreal ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
    }
    QPixmap pixmap(const QSize& devicePixels, QIcon::Mode mode, QIcon::State state) override {
        return scaledPixmap(devicePixels, mode, state, 1);
    }
    /// Square, at the left of what is asked for: a button's icon size is wider than high, which keeps its
    /// words off the icon.
    QPixmap scaledPixmap(const QSize& devicePixels, QIcon::Mode mode, QIcon::State, qreal) override {
        QRgb Tokens::*const used = mode == QIcon::Disabled ? &Tokens::disabled : m_colour;
        return rendered(m_name, devicePixels, colour(tokens().*used));
    }
    QIconEngine* clone() const override { return new IconEngine(*this); }

private:
    QByteArray m_name;
    QRgb Tokens::*m_colour;
};

}  // namespace

QIcon icon(const char* name) { return icon(name, &Tokens::text); }

QIcon icon(const char* name, QRgb Tokens::*colour) { return QIcon(new IconEngine(name, colour)); }

QPixmap iconPixmap(const char* name, int side, QRgb Tokens::*used, qreal devicePixelRatio) {
    const QSize devicePixels = QSize(side, side) * devicePixelRatio;
    QPixmap pixmap = rendered(name, devicePixels, colour(tokens().*used));
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

}  // namespace visagist
