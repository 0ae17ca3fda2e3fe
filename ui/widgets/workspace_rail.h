// The five workspaces at the left edge of the window.
#pragma once
#include <QAbstractButton>
#include <QFrame>
#include <QList>

class QButtonGroup;

namespace visagist {

/// An icon above a word; chosen: an accent bar at the left.
class RailButton : public QAbstractButton {
    Q_OBJECT

public:
    RailButton(const char* icon, QWidget* parent);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    const char* m_icon;
};

class WorkspaceRail : public QFrame {
    Q_OBJECT

public:
    explicit WorkspaceRail(QWidget* parent = nullptr);
    void setCurrent(int workspace);
    QAbstractButton* button(int workspace) const { return m_buttons[workspace]; }
    void retranslate(const QStringList& names);

Q_SIGNALS:
    void chosen(int workspace);

private:
    QList<RailButton*> m_buttons;
    QButtonGroup* m_group;
};

}  // namespace visagist
