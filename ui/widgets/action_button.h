// A push button that follows an action: text, icon, tooltip, whether it may be pressed and whether it shows.
#pragma once

class QAction;
class QPushButton;

namespace visagist {

QPushButton* makeActionButton(QAction* action);

}  // namespace visagist
