// The landmarks of a face on its photograph, to be moved one by one or as features.
#pragma once
#include <set>
#include <vector>

#include "core/image/geometry.h"
#include "ui/widgets/canvas_view.h"

namespace visagist {

/// A landmark is dragged, with all that are selected; a click on a line selects its feature (jaw, brow, nose,
/// eye, mouth), a drag over nothing those in the rectangle, Shift adds. Alt and a drag turn and scale the
/// selected ones about their middle. Arrows nudge them by a pixel of the photograph, Shift by ten, Ctrl by a
/// tenth.
class LandmarkView : public CanvasView {
    Q_OBJECT
public:
    explicit LandmarkView(QWidget* parent = nullptr);

    /// 5 or 68 landmarks, pixels of the photograph. Nothing is selected.
    void setLandmarks(std::vector<Point> landmarks);
    const std::vector<Point>& landmarks() const { return m_landmarks; }
    /// Shows the face, not the whole photograph.
    void showFace();
    void selectAll();
    const std::set<std::size_t>& selected() const { return m_selected; }

Q_SIGNALS:
    void moving();                                           ///< while they are dragged
    void moved(const std::vector<visagist::Point>& before);  ///< at the end of a drag or a nudge
    void selectionChanged();

protected:
    void paintOver(QPainter& painter) override;
    void pressed(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void dragged(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void released(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void hovered(QPointF place) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::optional<std::size_t> landmarkAt(QPointF place) const;
    std::set<std::size_t> featureAt(QPointF place) const;
    void select(std::set<std::size_t> chosen, bool add);
    void nudge(double x, double y);
    Point middleOfSelected() const;

    std::vector<Point> m_landmarks, m_before;
    std::set<std::size_t> m_selected;
    std::optional<std::size_t> m_hovered;
    enum class Drag { None, Move, Turn, Rectangle } m_drag = Drag::None;
    QPointF m_from, m_to;
};

}  // namespace visagist
