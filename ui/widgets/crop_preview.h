// An aligned face beside its editor, with its mask.
#pragma once
#include <QImage>
#include <QWidget>

namespace visagist {

class CropPreview : public QWidget {
public:
    static constexpr int kSide = 240;

    explicit CropPreview(QWidget* parent = nullptr);
    void setCrop(const QImage& crop);
    const QImage& crop() const { return m_crop; }
    void clear() { setCrop({}); }
    void setCaption(const QString& caption);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage m_crop;
    QString m_caption;
};

}  // namespace visagist
