#include "ui/widgets/workspace_rail.h"

#include <QButtonGroup>
#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <array>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

RailButton::RailButton(const char* icon, QWidget* parent) : QAbstractButton(parent), m_icon(icon) {
    setCheckable(true);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
}

QSize RailButton::sizeHint() const {
    const int words =
        QFontMetrics(visagist::font(Type::Caption))
            .boundingRect(QRect(0, 0, size::rail - 8, 200), Qt::TextWordWrap | Qt::AlignHCenter, text())
            .height();
    return {size::rail, std::max(size::railItem, size::railIcon + words + 20)};
}

bool RailButton::event(QEvent* event) {
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave) update();
    return QAbstractButton::event(event);
}

void RailButton::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    if (isChecked())
        painter.fillRect(rect(), colour(t.control));
    else if (underMouse() && isEnabled())
        painter.fillRect(rect(), colour(t.hover));
    if (isChecked()) painter.fillRect(QRect(0, 0, 3, height()), colour(t.accent));
    QRgb Tokens::*const shade = !isEnabled()                  ? &Tokens::disabled
                                : isChecked() || underMouse() ? &Tokens::text
                                                              : &Tokens::muted;
    const QPixmap pixmap = iconPixmap(m_icon, size::railIcon, shade, devicePixelRatioF());
    painter.drawPixmap((width() - size::railIcon) / 2, 9, pixmap);
    painter.setFont(visagist::font(Type::Caption));
    painter.setPen(colour(t.*shade));
    painter.drawText(QRect(3, 9 + size::railIcon + 4, width() - 6, height() - size::railIcon - 13),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, text());
    if (hasFocus() && property("kbd").toBool()) {
        painter.setPen(QPen(colour(t.accent), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

WorkspaceRail::WorkspaceRail(QWidget* parent) : QFrame(parent), m_group(new QButtonGroup(this)) {
    setKind(this, "panel");
    setFixedWidth(size::rail);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, size::rowGap, 0, 0);
    column->setSpacing(2);
    constexpr std::array icons{"faces", "train", "checkpoints", "fuse", "system"};
    for (std::size_t i = 0; i < icons.size(); ++i) {
        auto* button = new RailButton(icons[i], this);
        m_group->addButton(button, static_cast<int>(i));
        m_buttons += button;
        column->addWidget(button);
    }
    column->addStretch(1);
    connect(m_group, &QButtonGroup::idClicked, this, &WorkspaceRail::chosen);
}

void WorkspaceRail::setCurrent(int workspace) {
    m_group->setExclusive(workspace >= 0);
    for (int i = 0; i < m_buttons.size(); ++i) m_buttons[i]->setChecked(i == workspace);
}

void WorkspaceRail::retranslate(const QStringList& names) {
    for (int i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setText(names[i]);
        m_buttons[i]->setAccessibleName(names[i]);
        m_buttons[i]->setToolTip(tr("%1 (Ctrl+%2)").arg(names[i]).arg(i + 1));
        m_buttons[i]->updateGeometry();
    }
}

}  // namespace visagist
