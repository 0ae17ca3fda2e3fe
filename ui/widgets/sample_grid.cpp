#include "ui/widgets/sample_grid.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr int kGap = 6;

}  // namespace

SampleGridView::SampleGridView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void SampleGridView::setGrid(const QImage& image, int rows, int columns) {
    m_image = image;
    m_rows = image.isNull() ? 0 : rows;
    m_columns = image.isNull() ? 0 : columns;
    if (m_rows) {  // an empty moment does not forget the choice
        m_row = std::min(m_row, m_rows - 1);
        m_column = std::min(m_column, m_columns - 1);
    }
    update();
    Q_EMIT selectionChanged();
}

void SampleGridView::setTitles(const QStringList& titles) {
    m_titles = titles;
    update();
}

void SampleGridView::setEmptyText(const QString& text) {
    m_emptyText = text;
    update();
}

void SampleGridView::select(int row, int column) {
    if (row < 0 || row >= m_rows || column < 0 || column >= m_columns) return;
    m_row = row;
    m_column = column;
    update();
    Q_EMIT selectionChanged();
}

QImage SampleGridView::cell(int row, int column) const {
    if (row < 0 || row >= m_rows || column < 0 || column >= m_columns) return {};
    const int wide = m_image.width() / m_columns, high = m_image.height() / m_rows;
    return m_image.copy(column * wide, row * high, wide, high);
}

int SampleGridView::titleHeight() const { return QFontMetrics(visagist::font(Type::Caption)).height() + 6; }

int SampleGridView::cellSide() const {
    if (!m_rows) return 0;
    const int byWidth = (width() - (m_columns - 1) * kGap) / m_columns;
    const int byHeight = (height() - titleHeight() - (m_rows - 1) * kGap) / m_rows;
    return std::max(16, std::min(byWidth, byHeight));
}

QRect SampleGridView::cellRect(int row, int column) const {
    const int side = cellSide();
    return {column * (side + kGap), titleHeight() + row * (side + kGap), side, side};
}

void SampleGridView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!m_rows) {
        painter.setPen(colour(tokens().muted));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const int wide = m_image.width() / m_columns, high = m_image.height() / m_rows;
    painter.setFont(visagist::font(Type::Caption));
    painter.setPen(colour(tokens().muted));
    for (int column = 0; column < m_columns && column < m_titles.size(); ++column) {
        const QRect place(cellRect(0, column).left() - kGap / 2, 0, cellSide() + kGap, titleHeight() - 2);
        const QString title =
            painter.fontMetrics().elidedText(m_titles[column], Qt::ElideRight, place.width());
        painter.drawText(place, Qt::AlignCenter, title);
    }
    for (int row = 0; row < m_rows; ++row) {
        for (int column = 0; column < m_columns; ++column)
            painter.drawImage(cellRect(row, column), m_image, QRect(column * wide, row * high, wide, high));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour(tokens().accent), 3, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(QRectF(cellRect(m_row, m_column)).adjusted(1.5, 1.5, -1.5, -1.5));
    if (property("kbd").toBool()) {
        painter.setPen(QPen(QColor::fromRgba(kPictureWhite), 1));
        painter.drawRect(QRectF(cellRect(m_row, m_column)).adjusted(3.5, 3.5, -3.5, -3.5));
    }
}

bool SampleGridView::cellAt(const QPoint& place, int& row, int& column) const {
    for (row = 0; row < m_rows; ++row) {
        for (column = 0; column < m_columns; ++column) {
            if (cellRect(row, column).contains(place)) return true;
        }
    }
    return false;
}

void SampleGridView::mousePressEvent(QMouseEvent* event) {
    int row = 0, column = 0;
    if (cellAt(event->pos(), row, column)) select(row, column);
}

void SampleGridView::mouseDoubleClickEvent(QMouseEvent* event) {
    int row = 0, column = 0;
    if (cellAt(event->pos(), row, column)) Q_EMIT opened(row, column);
}

void SampleGridView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            select(m_row, m_column - 1);
            break;
        case Qt::Key_Right:
            select(m_row, m_column + 1);
            break;
        case Qt::Key_Up:
            select(m_row - 1, m_column);
            break;
        case Qt::Key_Down:
            select(m_row + 1, m_column);
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_rows) Q_EMIT opened(m_row, m_column);
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

}  // namespace visagist
