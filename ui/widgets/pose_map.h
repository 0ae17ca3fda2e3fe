// How many faces look which way: a heat map of yaw and pitch.
#pragma once
#include "core/curate/coverage.h"
#include "ui/widgets/cell_picker.h"

namespace visagist {

/// Up is up, and left is where the faces look to the left of the picture.
class PoseMap : public CellPicker {
    Q_OBJECT
public:
    explicit PoseMap(QWidget* parent = nullptr);

    void setCoverage(const PersonCoverage& person);
    /// "12 faces: 15 to 30° to the right, 0 to 15° up"; `row` counts as in PersonCoverage::poses.
    QString cellText(int row, int column) const;
    /// Of a cell, in the widget.
    QRectF cell(int row, int column) const;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    int cellAt(QPointF place) const override;
    QRectF placeOf(int cell) const override;
    QString textOf(int cell) const override;
    QString queryOf(int cell) const override;
    int beside(int cell, Qt::Key arrow) const override;

private:
    std::int64_t count(int row, int column) const;

    PersonCoverage m_person;
    std::int64_t m_most = 0;
};

}  // namespace visagist
