// The dot of an option that differs from its preset; pressed, it resets it.
#pragma once
#include <QAbstractButton>
#include <QPixmap>

namespace visagist {

/// Takes its place but shows nothing while not set.
class DotButton : public QAbstractButton {
public:
    explicit DotButton(QWidget* parent = nullptr);
    void setShown(bool shown);
    bool isShown() const { return m_shown; }
    QSize sizeHint() const override { return {14, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_shown = false;
};

/// The same dot for a label.
QPixmap dotPixmap(qreal devicePixelRatio);

}  // namespace visagist
