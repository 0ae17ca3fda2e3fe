#include "ui/pages/page.h"

#include <QEvent>

namespace visagist {

void Page::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace visagist
