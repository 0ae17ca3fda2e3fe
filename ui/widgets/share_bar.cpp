#include "ui/widgets/share_bar.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr double kHeight = 14, kGap = 2, kLeast = 10;  ///< of a bar; between parts; of a part of nothing

}  // namespace

ShareBar::ShareBar(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::setParts(const QString& name, std::vector<Part> parts) {
    m_name = name;
    m_parts = std::move(parts);
    m_sum = 0;
    for (const Part& part : m_parts) m_sum += part.count;
    m_hovered = -1;
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
    const int shown = m_hovered >= 0 ? m_hovered : hasFocus() ? m_current : -1;
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
        painter.setPen(colour(t.text));
        const Part& here = m_parts[static_cast<std::size_t>(i)];
        const QString number = QLocale().toString(here.count);
        for (const QString& text : {here.label + QLatin1Char(' ') + number, number}) {
            if (metrics.horizontalAdvance(text) + 6 > part(i).width()) continue;
            painter.drawText(part(i), Qt::AlignCenter, text);
            break;
        }
    }
}

int ShareBar::partAt(QPointF point) const {
    for (int i = 0; i < static_cast<int>(m_parts.size()); ++i)
        if (part(i).adjusted(-kGap / 2, -2, kGap / 2, 2).contains(point)) return i;
    return -1;
}

void ShareBar::setCurrent(int index) {
    m_current = index;
    setAccessibleName(m_name);
    if (!m_parts.empty()) setAccessibleDescription(partText(index));
    update();
}

void ShareBar::choose(int index) {
    if (index < 0 || m_parts.empty()) return;
    setCurrent(index);
    Q_EMIT chosen(m_parts[static_cast<std::size_t>(index)].query);
}

void ShareBar::mouseMoveEvent(QMouseEvent* event) {
    m_hovered = partAt(event->position());
    setCursor(m_hovered >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void ShareBar::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(partAt(event->position()));
}

void ShareBar::leaveEvent(QEvent*) {
    m_hovered = -1;
    update();
}

void ShareBar::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(m_parts.size()) - 1;
    switch (event->key()) {
        case Qt::Key_Left:
            return setCurrent(std::max(0, m_current - 1));
        case Qt::Key_Right:
            return setCurrent(std::min(last, m_current + 1));
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            return choose(m_current);
        default:
            QWidget::keyPressEvent(event);
    }
}

bool ShareBar::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int place = partAt(help->pos());
        QToolTip::showText(help->globalPos(), place >= 0 ? partText(place) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace visagist
