// The mask of an aligned face, painted over it.
#pragma once
#include <vector>

#include "core/image/geometry.h"
#include "ui/widgets/canvas_view.h"

namespace visagist {

/// Strokes and corners are told, and what they make is shown when it is set. Brush and eraser paint while the
/// left button is down (Alt turns one into the other); corners of a polygon are clicked, Enter or a click on
/// the first closes it, Backspace takes the last back, Escape all.
class MaskView : public CanvasView {
    Q_OBJECT
public:
    enum class Tool { Brush, Eraser, Polygon };

    explicit MaskView(QWidget* parent = nullptr);

    /// Grey, of the size of the picture; null: no mask.
    void setMask(const QImage& mask);
    void setTool(Tool tool);
    Tool tool() const { return m_tool; }
    void setBrushSize(double pixels);  ///< diameter, in pixels of the picture
    double brushSize() const { return m_brushSize; }
    void setOpacity(double share);  ///< of what is not the face, 0 … 1
    std::size_t corners() const { return m_corners.size(); }

Q_SIGNALS:
    /// A piece of a stroke; `begins` with the first of it.
    void stroked(QPointF from, QPointF to, bool erase, bool begins);
    void strokeEnded();
    /// Corners in pixels of the picture; `remove` with Alt.
    void polygonClosed(const QPolygonF& corners, bool remove);
    void brushSizeChanged(double pixels);

protected:
    void paintOver(QPainter& painter) override;
    void pressed(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void dragged(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void released(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void hovered(QPointF place) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    bool erases(Qt::KeyboardModifiers modifiers) const {
        return (m_tool == Tool::Eraser) != static_cast<bool>(modifiers & Qt::AltModifier);
    }
    void closePolygon(bool remove);

    QImage m_shade;  ///< what is not the face
    Tool m_tool = Tool::Brush;
    double m_brushSize = 24, m_opacity = 0.6;
    QPolygonF m_corners;
    QPointF m_last;
    std::optional<QPointF> m_pointer;
};

}  // namespace visagist
