// The photograph of a face with its box and landmarks.
#pragma once
#include <QImage>
#include <QWidget>

#include "core/store/face_table.h"

namespace visagist {

class PhotoView : public QWidget {
    Q_OBJECT

public:
    explicit PhotoView(QWidget* parent = nullptr);

    /// `picture` may be a reduced copy of the photograph, which is photoWidth pixels wide; null: `text` is
    /// shown instead.
    void show(const QImage& picture, int photoWidth, const Face& face);
    void clear(const QString& text);
    void setBoxShown(bool shown);
    void setLandmarksShown(bool shown);

    QSize sizeHint() const override { return {296, 296}; }
    QSize minimumSizeHint() const override { return {160, 200}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return width; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF pictureRect() const;
    void paintBox(QPainter& painter, const QRectF& picture) const;
    void paintLandmarks(QPainter& painter, const QRectF& picture) const;

    QImage m_picture;
    double m_scale = 1;  ///< picture pixels per photo pixel
    Face m_face;
    QString m_text;
    bool m_box = true, m_landmarks = true;
};

}  // namespace visagist
