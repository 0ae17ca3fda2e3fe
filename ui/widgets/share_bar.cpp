#include "ui/widgets/share_bar.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr double kHeight = 14, kGap = 2, kLeast = 10;  ///< of a bar; between parts; of a part of nothing

}  // namespace

ShareBar::ShareBar(QWidget* parent) : CellPicker(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::setParts(const QString& name, std::vector<Part> parts) {
    m_name = name;
    m_parts = std::move(parts);
    m_sum = 0;
    for (const Part& part : m_parts) m_sum += part.count;
    setAccessibleName(name);
    setCurrent(0);
}

QSize ShareBar::sizeHint() const {
    return {200, QFontMetrics(visagist::font(Type::Caption)).height() + static_cast<int>(kHeight) + 4};
}

QRectF ShareBar::part(int index) const {
    const auto count = static_cast<double>(m_parts.size());
    const double room = width() - (count - 1) * kGap - count * kLeast;
    double x = 0;
    for (int i = 0; i <= index; ++i) {
        const auto here = static_cast<double>(m_parts[static_cast<std::size_t>(i)].count);
        const double wide = kLeast + (m_sum > 0 ? room * here / static_cast<double>(m_sum) : room / count);
        if (i == index) return {x, height() - kHeight, wide, kHeight};
        x += wide + kGap;
    }
    return {};
}

QString ShareBar::partText(int index) const {
    if (m_parts.empty()) return {};
    const Part& part = m_parts[static_cast<std::size_t>(index)];
    return tr("%1: %2").arg(part.label, QLocale().toString(part.count));
}

void ShareBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = tokens();
    const QFont plain = visagist::font(Type::Caption);
    painter.setFont(plain);
    const QFontMetrics metrics(plain);
    painter.setPen(colour(t.muted));
    const QRectF words(0, 0, width(), height() - kHeight - 2);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, m_name);
    const int shown = marked();
    if (shown >= 0) {
        painter.setPen(colour(t.text));
        const int room = width() - metrics.horizontalAdvance(m_name) - 8;
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(partText(shown), Qt::ElideRight, room));
    }
    for (int i = 0; i < static_cast<int>(m_parts.size()); ++i) {
        const bool nothing = m_parts[static_cast<std::size_t>(i)].count == 0;
        QColor fill = colour(nothing ? t.field : t.accent);
        if (!nothing) fill.setAlphaF(0.45f + 0.2f * static_cast<float>(i % 3));
        painter.setPen(nothing ? QPen(colour(t.edge), 1) : QPen(Qt::NoPen));
        painter.setBrush(fill);
        painter.drawRoundedRect(nothing ? part(i).adjusted(0.5, 0.5, -0.5, -0.5) : part(i), 2, 2);
        if (i == shown) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(colour(t.text), 1.5));
            painter.drawRoundedRect(part(i).adjusted(0.75, 0.75, -0.75, -0.75), 2, 2);
        }
        if (nothing) continue;
        painter.setPen(colour(i % 3 == 2 ? t.onAccent : t.text));  // the third is nearly the accent itself
        const Part& here = m_parts[static_cast<std::size_t>(i)];
        const QString number = QLocale().toString(here.count);
        for (const QString& text : {here.label + QLatin1Char(' ') + number, number}) {
            if (metrics.horizontalAdvance(text) + 6 > part(i).width()) continue;
            painter.drawText(part(i), Qt::AlignCenter, text);
            break;
        }
    }
}

int ShareBar::cellAt(QPointF place) const {
    for (int i = 0; i < static_cast<int>(m_parts.size()); ++i)
        if (part(i).adjusted(-kGap / 2, -2, kGap / 2, 2).contains(place)) return i;
    return -1;
}

QString ShareBar::queryOf(int cell) const {
    return m_parts.empty() ? QString() : m_parts[static_cast<std::size_t>(cell)].query;
}

int ShareBar::beside(int cell, Qt::Key arrow) const {
    const int by = arrow == Qt::Key_Left ? -1 : arrow == Qt::Key_Right ? 1 : 0;
    return std::clamp(cell + by, 0, std::max(0, static_cast<int>(m_parts.size()) - 1));
}

}  // namespace visagist
