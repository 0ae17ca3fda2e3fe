// Something painted whose parts are chosen: by the mouse, or by the arrow keys and Enter.
#pragma once
#include <QWidget>

namespace visagist {

/// Those who derive from it say where their cells are and what they mean; it follows the pointer and the
/// keys.
class CellPicker : public QWidget {
    Q_OBJECT
public:
    explicit CellPicker(QWidget* parent = nullptr);
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    /// What finds the faces of the cell.
    void chosen(const QString& query);

protected:
    virtual int cellAt(QPointF place) const = 0;  ///< -1: none
    virtual QRectF placeOf(int cell) const = 0;
    virtual QString textOf(int cell) const = 0;
    virtual QString queryOf(int cell) const = 0;
    /// The cell beside another in the direction of an arrow key; the same at the end.
    virtual int beside(int cell, Qt::Key arrow) const = 0;

    int hovered() const { return m_hovered; }  ///< -1: none
    int current() const { return m_current; }
    void setCurrent(int cell);
    /// The cell to be marked: under the pointer, else that of the keys where it has the focus; -1: none.
    int marked() const { return m_hovered >= 0 ? m_hovered : hasFocus() ? m_current : -1; }

    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void choose(int cell);

    int m_hovered = -1, m_current = 0;
};

}  // namespace visagist
