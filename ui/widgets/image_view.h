// A picture on the canvas: whole or pixel by pixel, alone or as before|after with a line to drag.
#pragma once
#include <QImage>
#include <QWidget>

namespace visagist {

/// 100 % means one picture pixel on one pixel of the device. Drag moves the picture, or the line where that
/// is held; ← → move the line; the wheel with Ctrl zooms.
class ImageView : public QWidget {
    Q_OBJECT
public:
    enum class Zoom { Fit, Pixels };

    explicit ImageView(QWidget* parent = nullptr);

    /// The picture, and a smaller copy of it for when it is shown much reduced (made off this thread).
    void setPicture(const QImage& picture, const QImage& reduced = {});
    /// What the left side of the line shows; of the same shape as the picture. Null: no line.
    void setBefore(const QImage& picture, const QImage& reduced = {});
    void setSplit(bool on);
    bool split() const { return m_split; }
    void setZoom(Zoom zoom);
    Zoom zoom() const { return m_zoom; }
    void setLabels(const QString& before, const QString& after);
    void setEmptyText(const QString& text);
    const QImage& picture() const { return m_after.full; }
    double splitPosition() const { return m_splitAt; }

    QSize minimumSizeHint() const override { return {160, 160}; }
    QSize sizeHint() const override { return {640, 480}; }

Q_SIGNALS:
    void zoomChanged(visagist::ImageView::Zoom zoom);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Layer {
        QImage full, small;
    };
    QRectF target() const;  ///< where the picture lies, in widget coordinates
    void paintLayer(QPainter& painter, const Layer& layer, const QRectF& clip) const;
    void paintLabel(QPainter& painter, const QString& text, const QPointF& corner, bool right) const;
    void paintSplit(QPainter& painter, const QRectF& area) const;
    bool showsSplit() const { return m_split && !m_before.full.isNull() && !m_after.full.isNull(); }
    double lineX() const;

    Layer m_before, m_after;
    bool m_split = true;
    Zoom m_zoom = Zoom::Fit;
    double m_splitAt = 0.5;
    QPointF m_offset, m_grabbed;
    enum class Drag { None, Line, Picture } m_drag = Drag::None;
    QString m_beforeLabel, m_afterLabel, m_emptyText;
};

}  // namespace visagist
