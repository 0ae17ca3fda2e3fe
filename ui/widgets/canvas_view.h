// A picture that is worked on: enlarged about the pointer, moved, and drawn over by those who derive from it.
#pragma once
#include <QImage>
#include <QWidget>

namespace visagist {

/// The wheel enlarges; the middle or right button, or Space and the left one, move the picture.
class CanvasView : public QWidget {
    Q_OBJECT
public:
    explicit CanvasView(QWidget* parent = nullptr);

    /// `width` and `height`: of the picture's own pixels, where `picture` is a reduced copy.
    void setPicture(const QImage& picture, int width, int height);
    void clear(const QString& text);
    bool hasPicture() const { return !m_picture.isNull(); }
    /// Shows this part of the picture (its own pixels), with some room around it.
    void showPart(const QRectF& part);
    QPointF toPicture(QPointF widget) const;  ///< its own pixels, continuous
    QPointF toWidget(QPointF picture) const;
    double scale() const { return m_scale; }  ///< device-independent pixels a pixel of the picture

    QSize minimumSizeHint() const override { return {240, 240}; }
    QSize sizeHint() const override { return {640, 640}; }

protected:
    virtual void paintOver(QPainter& painter) = 0;
    /// With the left button, in the picture's pixels.
    virtual void pressed(QPointF place, Qt::KeyboardModifiers modifiers) = 0;
    virtual void dragged(QPointF place, Qt::KeyboardModifiers modifiers) = 0;
    virtual void released(QPointF place, Qt::KeyboardModifiers modifiers) = 0;
    virtual void hovered(QPointF place) = 0;

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;

private:
    void fit();

    QImage m_picture;
    QSizeF m_size;
    QString m_text;
    QRectF m_part;  ///< shown when the widget's size changes, until the person moves it
    double m_scale = 1;
    QPointF m_origin;  ///< of the picture, in the widget
    bool m_space = false, m_moved = false;
    enum class Drag { None, Picture, Work } m_drag = Drag::None;
    QPointF m_grabbed;
};

}  // namespace visagist
