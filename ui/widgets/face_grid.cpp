#include "ui/widgets/face_grid.h"

#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>

#include "ui/models/face_list_model.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

FaceGrid::FaceGrid(QWidget* parent) : QAbstractItemView(parent) {
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    setFrameShape(NoFrame);
}

void FaceGrid::setThumbnailSide(int side) {
    side = std::clamp(side, kSmallest, kLargest);
    if (side == m_side) return;
    const QModelIndex place =
        currentIndex().isValid() ? currentIndex() : indexAt(viewport()->rect().center());
    m_side = side;
    updateGeometries();
    if (place.isValid()) scrollTo(place);
    viewport()->update();
    Q_EMIT thumbnailSideChanged(side);
    Q_EMIT decodeSideChanged(qRound(m_side * devicePixelRatioF()));
}

void FaceGrid::setModel(QAbstractItemModel* model) {
    QAbstractItemView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &FaceGrid::updateGeometries);
    updateGeometries();
}

int FaceGrid::count() const { return model() ? model()->rowCount(rootIndex()) : 0; }

int FaceGrid::columns() const { return std::max(1, (viewport()->width() - 2 * kMargin + kGap) / cell()); }

QRect FaceGrid::cellRect(int row) const {
    return {kMargin + row % columns() * cell(), kMargin + row / columns() * cell(), m_side, m_side};
}

int FaceGrid::verticalOffset() const { return verticalScrollBar()->value(); }

QRect FaceGrid::visualRect(const QModelIndex& index) const {
    return index.isValid() ? cellRect(index.row()).translated(0, -verticalOffset()) : QRect();
}

QModelIndex FaceGrid::indexAt(const QPoint& point) const {
    const int x = point.x() - kMargin, y = point.y() + verticalOffset() - kMargin;
    if (x < 0 || y < 0 || x % cell() >= m_side || y % cell() >= m_side || x / cell() >= columns()) return {};
    const int row = y / cell() * columns() + x / cell();
    return row < count() ? model()->index(row, 0, rootIndex()) : QModelIndex();
}

void FaceGrid::scrollTo(const QModelIndex& index, ScrollHint hint) {
    if (!index.isValid()) return;
    const QRect rect = cellRect(index.row()).adjusted(0, -kGap, 0, kGap);
    const int height = viewport()->height(), offset = verticalOffset();
    int wanted = offset;
    if (hint == PositionAtTop || (hint == EnsureVisible && rect.top() < offset))
        wanted = rect.top();
    else if (hint == PositionAtCenter)
        wanted = rect.center().y() - height / 2;
    else if (hint == PositionAtBottom || rect.bottom() > offset + height)
        wanted = rect.bottom() - height;
    verticalScrollBar()->setValue(wanted);
}

QModelIndex FaceGrid::moveCursor(CursorAction action, Qt::KeyboardModifiers) {
    const int all = count();
    if (all == 0) return {};
    const int page = std::max(1, viewport()->height() / cell()) * columns();
    int row = std::max(0, currentIndex().row());
    switch (action) {
        case MoveLeft:
        case MovePrevious:
            row -= 1;
            break;
        case MoveRight:
        case MoveNext:
            row += 1;
            break;
        case MoveUp:
            row -= row >= columns() ? columns() : 0;
            break;
        case MoveDown:
            row += row + columns() < all ? columns() : 0;
            break;
        case MovePageUp:
            row -= page;
            break;
        case MovePageDown:
            row += page;
            break;
        case MoveHome:
            row = 0;
            break;
        case MoveEnd:
            row = all - 1;
            break;
    }
    return model()->index(std::clamp(row, 0, all - 1), 0, rootIndex());
}

void FaceGrid::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) {
    if (count() == 0) return;
    if (state() != DragSelectingState) return selectRun(rect.normalized(), flags);
    const QRect wall = rect.normalized().translated(0, verticalOffset());
    const bool onePoint = wall.width() <= 1 && wall.height() <= 1;
    QItemSelection selection;
    const int across = columns();
    const int firstLine = std::max(0, (wall.top() - kMargin) / cell()),
              lastLine = std::max(0, (wall.bottom() - kMargin) / cell());
    for (int line = firstLine; line <= lastLine; ++line) {
        int from = -1, to = -1;
        for (int column = 0; column < across; ++column) {
            const int row = line * across + column;
            if (row >= count() ||
                !cellRect(row).intersects(onePoint ? QRect(wall.topLeft(), QSize(1, 1)) : wall))
                continue;
            if (from < 0) from = row;
            to = row;
        }
        if (from >= 0) selection.select(model()->index(from, 0), model()->index(to, 0));
    }
    selectionModel()->select(selection, flags);
}

/// With Shift the faces are one run, as words are in a text: `rect` reaches from where it begins to the
/// current face.
void FaceGrid::selectRun(const QRect& rect, QItemSelectionModel::SelectionFlags flags) {
    const QRect current = visualRect(currentIndex());
    const bool atLeft =
        std::abs(current.center().x() - rect.left()) <= std::abs(current.center().x() - rect.right());
    const bool atTop =
        std::abs(current.center().y() - rect.top()) <= std::abs(current.center().y() - rect.bottom());
    const QModelIndex from =
        indexAt({atLeft ? rect.right() : rect.left(), atTop ? rect.bottom() : rect.top()});
    const QModelIndex to = currentIndex().isValid() ? currentIndex() : from;
    QItemSelection selection;
    if (from.isValid()) {
        const auto [first, last] = std::minmax({from.row(), to.row()});
        selection.select(model()->index(first, 0), model()->index(last, 0));
    }
    selectionModel()->select(selection, flags);
}

QRegion FaceGrid::visualRegionForSelection(const QItemSelection& selection) const {
    QRegion region;
    const int first = verticalOffset() / cell() * columns() - columns();
    const int last = (verticalOffset() + viewport()->height()) / cell() * columns() + 2 * columns();
    for (const QItemSelectionRange& range : selection) {
        for (int row = std::max(first, range.top()); row <= std::min(last, range.bottom()); ++row)
            region += cellRect(row).translated(0, -verticalOffset()).adjusted(-3, -3, 3, 3);
    }
    return region;
}

void FaceGrid::updateGeometries() {
    const int lines = (count() + columns() - 1) / columns();
    const int height = 2 * kMargin + lines * cell() - (lines > 0 ? kGap : 0);
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(cell() / 2);
    QAbstractItemView::updateGeometries();
}

void FaceGrid::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), colour(tokens().canvas));
    painter.setRenderHints(QPainter::SmoothPixmapTransform | QPainter::Antialiasing);
    if (count() == 0) return;
    const QRect wall = event->rect().translated(0, verticalOffset());
    const int first = std::max(0, (wall.top() - kMargin) / cell()) * columns();
    const int last = std::min(count(), ((wall.bottom() - kMargin) / cell() + 1) * columns());
    for (int row = last - 1; row >= first; --row) {  // what is asked for last is decoded first: the top
        const QModelIndex index = model()->index(row, 0, rootIndex());
        paintFace(painter, index, visualRect(index));
    }
}

void FaceGrid::paintFace(QPainter& painter, const QModelIndex& index, const QRect& rect) const {
    const QPixmap pixmap = index.data(Qt::DecorationRole).value<QPixmap>();
    const bool excluded = index.data(FaceListModel::ExcludedRole).toBool();
    painter.fillRect(rect, colour(pixmap.isNull() ? tokens().line : tokens().canvas));
    if (!pixmap.isNull()) {
        painter.setOpacity(excluded ? 0.4 : 1);
        painter.drawPixmap(rect, pixmap);
        painter.setOpacity(1);
    }
    const QVariant series = index.data(FaceListModel::PersonColourRole);
    painter.fillRect(QRect(rect.left(), rect.bottom() - 2, rect.width(), 3), seriesColour(series.toInt()));
    if (excluded) {
        const QRect badge(rect.right() - size::badge - 3, rect.top() + 4, size::badge, size::badge);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour(kPictureShade));
        painter.drawRoundedRect(badge, 3, 3);
        painter.drawPixmap(badge.topLeft() + QPoint(2, 2),
                           iconPixmap("eyeoff", size::mark, &Tokens::text, devicePixelRatioF()));
    }
    paintFrame(painter, index, rect);
}

void FaceGrid::paintFrame(QPainter& painter, const QModelIndex& index, const QRect& rect) const {
    const bool selected = selectionModel()->isSelected(index);
    const bool current = index == currentIndex();
    painter.setBrush(Qt::NoBrush);
    if (current && hasFocus() && property("kbd").toBool() && !selected) {
        painter.setPen(QPen(colour(tokens().accent), 2));
        painter.drawRect(QRectF(rect).adjusted(-2, -2, 2, 2));
    }
    if (!selected) return;
    painter.setPen(QPen(colour(tokens().accent), 3, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(QRectF(rect).adjusted(1.5, 1.5, -1.5, -1.5));
    if (current) {
        painter.setPen(QPen(colour(kPictureWhite), 1));
        painter.drawRect(QRectF(rect).adjusted(3.5, 3.5, -3.5, -3.5));
    }
    const QRect tick(rect.left() + 4, rect.top() + 4, 16, 16);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour(tokens().accent));
    painter.drawRoundedRect(tick, 3, 3);
    painter.drawPixmap(tick.topLeft() + QPoint(1, 1),
                       iconPixmap("check", size::mark, &Tokens::onAccent, devicePixelRatioF()));
}

void FaceGrid::resizeEvent(QResizeEvent* event) {
    QAbstractItemView::resizeEvent(event);
    updateGeometries();
}

void FaceGrid::showEvent(QShowEvent* event) {
    QAbstractItemView::showEvent(event);
    Q_EMIT decodeSideChanged(qRound(m_side * devicePixelRatioF()));
}

void FaceGrid::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier) {
        setThumbnailSide(m_side + (event->angleDelta().y() > 0 ? 8 : -8));
        event->accept();
        return;
    }
    QAbstractItemView::wheelEvent(event);
}

void FaceGrid::changeEvent(QEvent* event) {
    QAbstractItemView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) viewport()->update();
}

}  // namespace visagist
