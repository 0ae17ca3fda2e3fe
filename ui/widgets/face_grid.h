// A wall of square thumbnails that stays smooth at a hundred thousand.
#pragma once
#include <QAbstractItemView>

namespace visagist {

/// Shows a FaceListModel. Where each thumbnail lies is computed, never stored, so that its size and the
/// model's cost nothing. Ctrl+wheel changes the size; arrows move, Shift and Ctrl select.
class FaceGrid : public QAbstractItemView {
    Q_OBJECT

public:
    static constexpr int kSmallest = 64, kLargest = 192, kUsual = 104;

    explicit FaceGrid(QWidget* parent = nullptr);

    /// Width of a thumbnail, device-independent pixels; kept within the limits.
    void setThumbnailSide(int side);
    int thumbnailSide() const { return m_side; }
    void setModel(QAbstractItemModel* model) override;

    QRect visualRect(const QModelIndex& index) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    QModelIndex indexAt(const QPoint& point) const override;

Q_SIGNALS:
    void thumbnailSideChanged(int side);
    /// Device pixels in which thumbnails are wanted.
    void decodeSideChanged(int devicePixels);

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    int horizontalOffset() const override { return 0; }
    int verticalOffset() const override;
    bool isIndexHidden(const QModelIndex&) const override { return false; }
    void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) override;
    QRegion visualRegionForSelection(const QItemSelection& selection) const override;
    void updateGeometries() override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int count() const;
    int columns() const;
    int cell() const { return m_side + kGap; }
    QRect cellRect(int row) const;  ///< in the coordinates of the whole wall
    void selectRun(const QRect& rect, QItemSelectionModel::SelectionFlags flags);
    void paintFace(QPainter& painter, const QModelIndex& index, const QRect& rect) const;
    void paintFrame(QPainter& painter, const QModelIndex& index, const QRect& rect) const;

    static constexpr int kGap = 8, kMargin = 12;
    int m_side = kUsual;
};

}  // namespace visagist
