// How many faces look which way: a heat map of yaw and pitch.
#pragma once
#include <QWidget>
#include <array>

#include "core/curate/coverage.h"

namespace visagist {

/// Up is up, and left is where the faces look to the left of the picture. A cell is chosen by the mouse, or
/// by the arrow keys and Enter.
class PoseMap : public QWidget {
    Q_OBJECT
public:
    explicit PoseMap(QWidget* parent = nullptr);

    void setCoverage(const PersonCoverage& person);
    /// "12 faces look 15 to 30 degrees to the right and 0 to 15 degrees up"
    QString cellText(int row, int column) const;
    /// Of a cell, in the widget; `row` counts as in PersonCoverage::poses.
    QRectF cell(int row, int column) const;
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
    struct Place {
        int row = -1, column = -1;
        bool operator==(const Place&) const = default;
        bool valid() const { return row >= 0; }
    };
    Place placeAt(QPointF point) const;
    void setCurrent(Place place);
    void choose(Place place);
    std::int64_t count(Place place) const;

    PersonCoverage m_person;
    std::int64_t m_most = 0;
    Place m_hovered, m_current{kPitchRows / 2, kYawColumns / 2};
};

}  // namespace visagist
