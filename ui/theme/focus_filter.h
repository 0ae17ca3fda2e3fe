// What holds for every control: keyboard focus is marked, and the wheel does not change what has no focus.
#pragma once
#include <QObject>

namespace visagist {

/// Installed on the application. Sets the property "kbd" of a widget that got the focus by Tab, Backtab or a
/// shortcut, and passes wheel events over sliders, number fields and combo boxes without focus on to the
/// scroll area round them.
class FocusFilter : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace visagist
