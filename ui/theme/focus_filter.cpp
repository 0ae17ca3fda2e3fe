#include "ui/theme/focus_filter.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QFocusEvent>
#include <QScrollBar>
#include <QStyle>

namespace visagist {

namespace {

void markKeyboardFocus(QWidget* widget, bool marked) {
    if (widget->property("kbd").toBool() == marked) return;
    widget->setProperty("kbd", marked);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
    widget->update();
}

bool byKeyboard(Qt::FocusReason reason) {
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
           reason == Qt::ShortcutFocusReason;
}

bool changesByWheel(const QWidget* widget) {
    if (qobject_cast<const QScrollBar*>(widget)) return false;
    return qobject_cast<const QAbstractSlider*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
           qobject_cast<const QComboBox*>(widget);
}

}  // namespace

bool FocusFilter::eventFilter(QObject* watched, QEvent* event) {
    if (!watched->isWidgetType()) return false;
    auto* widget = static_cast<QWidget*>(watched);
    if (event->type() == QEvent::FocusIn) {
        markKeyboardFocus(widget, byKeyboard(static_cast<QFocusEvent*>(event)->reason()));
    } else if (event->type() == QEvent::FocusOut) {
        markKeyboardFocus(widget, false);
    } else if (event->type() == QEvent::Wheel && changesByWheel(widget) && !widget->hasFocus()) {
        event->ignore();
        return true;
    }
    return false;
}

}  // namespace visagist
