#include "ui/widgets/cell_picker.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

namespace visagist {

CellPicker::CellPicker(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

void CellPicker::setCurrent(int cell) {
    m_current = cell;
    setAccessibleDescription(textOf(cell));
    update();
}

void CellPicker::choose(int cell) {
    if (cell < 0) return;
    setCurrent(cell);
    Q_EMIT chosen(queryOf(cell));
}

void CellPicker::mouseMoveEvent(QMouseEvent* event) {
    m_hovered = cellAt(event->position());
    setCursor(m_hovered >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void CellPicker::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(cellAt(event->position()));
}

void CellPicker::leaveEvent(QEvent*) {
    m_hovered = -1;
    update();
}

void CellPicker::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down: {
            const int next = beside(m_current, static_cast<Qt::Key>(event->key()));
            setCurrent(next);
            QToolTip::showText(mapToGlobal(placeOf(next).bottomRight().toPoint()), textOf(next), this);
            return;
        }
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            return choose(m_current);
        default:
            QWidget::keyPressEvent(event);
    }
}

bool CellPicker::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int cell = cellAt(help->pos());
    QToolTip::showText(help->globalPos(), cell >= 0 ? textOf(cell) : QString(), this);
    return true;
}

}  // namespace visagist
