// A part of a form with a head that folds it away and tells how much it hides.
#pragma once
#include <QWidget>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace visagist {

class FoldSection : public QWidget {
    Q_OBJECT
public:
    explicit FoldSection(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    QString title() const;
    QVBoxLayout* body() const { return m_bodyLayout; }  ///< rows go here
    void setCount(int rows);                            ///< told in the head while folded
    void setChanged(bool changed);                      ///< a dot in the head while folded
    bool isOpen() const;
    void setOpen(bool open);
    /// Open while a search shows its hits, whatever the person chose; back to that afterwards.
    void forceOpen(bool forced);

private:
    void refresh();

    QToolButton* m_head;
    QLabel* m_count;
    QLabel* m_dot;
    QWidget* m_body;
    QVBoxLayout* m_bodyLayout;
    int m_rows = 0;
    bool m_changed = false, m_forced = false;
};

}  // namespace visagist
