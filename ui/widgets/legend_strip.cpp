#include "ui/widgets/legend_strip.h"

#include <QPainter>
#include <utility>

#include "ui/theme/theme.h"

namespace visagist {

LegendStrip::LegendStrip(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LegendStrip::setEntries(const QString& step, std::vector<Entry> entries) {
    if (step == m_step && entries == m_entries) return;
    m_step = step;
    m_entries = std::move(entries);
    setAccessibleName(text());
    update();
}

void LegendStrip::setLeftMargin(int pixels) {
    if (std::exchange(m_left, pixels) != pixels) update();
}

QString LegendStrip::text() const {
    QString all = m_step;
    for (const Entry& entry : m_entries) all += QStringLiteral("  %1 %2").arg(entry.label, entry.value);
    return all;
}

QSize LegendStrip::sizeHint() const {
    return {200, QFontMetrics(visagist::font(Type::Caption)).height() + 14};
}

void LegendStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colour(tokens().plot));
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont plain = visagist::font(Type::Caption);
    QFont bold = plain;
    bold.setBold(true);
    int x = m_left;
    const auto write = [&](const QString& text, const QFont& with, QRgb ink) {
        painter.setFont(with);
        painter.setPen(colour(ink));
        const int wide = QFontMetrics(with).horizontalAdvance(text);
        painter.drawText(QRect(x, 0, wide + 2, height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += wide;
    };
    if (!m_step.isEmpty()) {
        write(m_step, plain, tokens().muted);
        x += 18;
    }
    for (const Entry& entry : m_entries) {
        painter.setPen(QPen(entry.colour, 1.6));
        painter.drawLine(QPointF(x, height() / 2.0), QPointF(x + 14, height() / 2.0));
        x += 20;
        write(entry.label, plain, tokens().text);
        x += 6;
        write(entry.value, bold, tokens().text);
        x += 18;
    }
}

}  // namespace visagist
