#include "ui/widgets/action_button.h"

#include <QAction>
#include <QPushButton>

#include "ui/theme/tokens.h"

namespace visagist {

QPushButton* makeActionButton(QAction* action) {
    auto* button = new QPushButton;
    button->setIconSize({size::icon, size::icon});
    const auto follow = [button, action] {
        button->setText(action->text());
        button->setIcon(action->icon());
        button->setToolTip(action->toolTip());
        button->setEnabled(action->isEnabled());
        // Without a parent yet it would become a window of its own.
        if (button->parentWidget() || !action->isVisible()) button->setVisible(action->isVisible());
    };
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    QObject::connect(action, &QAction::changed, button, follow);
    follow();
    return button;
}

}  // namespace visagist
