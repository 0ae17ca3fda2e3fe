// Three people as the corners of a triangle; the point inside is their mix.
#pragma once
#include <QImage>
#include <QStringList>
#include <QWidget>
#include <array>

namespace visagist {

/// Arrow keys move by 1 %, with Shift by 10 %.
class FusionTriangle : public QWidget {
    Q_OBJECT
public:
    explicit FusionTriangle(QWidget* parent = nullptr);
    void setPeople(const QStringList& names, const std::array<int, 3>& colours);
    void setWeights(const std::array<double, 3>& weights);
    QSize sizeHint() const override { return {260, 206}; }
    QSize minimumSizeHint() const override { return {180, 170}; }

Q_SIGNALS:
    void moved(const std::array<double, 3>& weights);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    std::array<QPointF, 3> corners() const;
    QPointF pointOf(const std::array<double, 3>& weights) const;
    std::array<double, 3> weightsAt(const QPointF& place) const;
    void moveTo(const QPointF& place);
    void paintFill();

    QStringList m_names;
    std::array<int, 3> m_colours{0, 1, 2};
    std::array<double, 3> m_weights{1.0 / 3, 1.0 / 3, 1.0 / 3};
    QImage m_fill;  ///< the corners' colours, mixed; made anew with size and theme
};

}  // namespace visagist
