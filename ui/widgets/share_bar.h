// One bar divided among the values of one respect, as light from the left, the front, the right.
#pragma once
#include <QWidget>
#include <vector>

namespace visagist {

/// Each part is a button: by the mouse, or by the arrow keys and Enter.
class ShareBar : public QWidget {
    Q_OBJECT
public:
    struct Part {
        QString label;
        qint64 count = 0;
        QString query;
    };
    explicit ShareBar(QWidget* parent = nullptr);

    void setParts(const QString& name, std::vector<Part> parts);
    /// Of a part, in the widget. Parts of nothing are thin, and are there to be chosen too.
    QRectF part(int index) const;
    QString partText(int index) const;  ///< "from the left: 12"
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void chosen(const QString& query);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    int partAt(QPointF point) const;
    void setCurrent(int index);
    void choose(int index);

    QString m_name;
    std::vector<Part> m_parts;
    qint64 m_sum = 0;
    int m_hovered = -1, m_current = 0;
};

}  // namespace visagist
