#include "ui/widgets/fusion_triangle.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr double kSide = 18;   // room for names and the knob at the left and right
constexpr double kDim = 0.62;  // the fill is quieter than the people's dots
constexpr int kLines = 4;      // inner lines at quarters

}  // namespace

FusionTriangle::FusionTriangle(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::CrossCursor);
}

void FusionTriangle::setPeople(const QStringList& names, const std::array<int, 3>& colours) {
    m_names = names;
    m_colours = colours;
    m_fill = {};
    update();
}

void FusionTriangle::setWeights(const std::array<double, 3>& weights) {
    m_weights = weights;
    update();
}

std::array<QPointF, 3> FusionTriangle::corners() const {
    const double text = QFontMetricsF(visagist::font(Type::Small)).height();
    const double top = text + 8, bottom = height() - text - 8;
    const double half = std::min((width() - 2 * kSide) / 2.0, (bottom - top) / std::sqrt(3.0) * 1.18);
    const double middle = width() / 2.0;
    return {QPointF(middle, top), QPointF(middle - half, bottom), QPointF(middle + half, bottom)};
}

QPointF FusionTriangle::pointOf(const std::array<double, 3>& weights) const {
    const auto corner = corners();
    return corner[0] * weights[0] + corner[1] * weights[1] + corner[2] * weights[2];
}

std::array<double, 3> FusionTriangle::weightsAt(const QPointF& place) const {
    const auto c = corners();
    const QPointF u = c[1] - c[0], v = c[2] - c[0], p = place - c[0];
    const double area = u.x() * v.y() - u.y() * v.x();
    const double second = (p.x() * v.y() - p.y() * v.x()) / area;
    const double third = (u.x() * p.y() - u.y() * p.x()) / area;
    return {1 - second - third, second, third};
}

void FusionTriangle::moveTo(const QPointF& place) {
    std::array<double, 3> weights = weightsAt(place);
    double sum = 0;
    for (double& weight : weights) sum += weight = std::max(0.0, weight);
    for (double& weight : weights) weight /= sum;
    setWeights(weights);
    Q_EMIT moved(weights);
}

void FusionTriangle::paintFill() {
    const double ratio = devicePixelRatioF();
    m_fill = QImage((QSizeF(size()) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    m_fill.fill(Qt::transparent);
    const QColor ground = colour(tokens().panel);
    for (int y = 0; y < m_fill.height(); ++y) {
        for (int x = 0; x < m_fill.width(); ++x) {
            const auto weights = weightsAt(QPointF(x + 0.5, y + 0.5) / ratio);
            if (*std::min_element(weights.begin(), weights.end()) < 0) continue;
            double r = 0, g = 0, b = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                const QColor ink = seriesColour(m_colours[i]);
                r += weights[i] * ink.red();
                g += weights[i] * ink.green();
                b += weights[i] * ink.blue();
            }
            const auto mix = [](double ink, int below) {
                return static_cast<int>(kDim * ink + (1 - kDim) * below);
            };
            m_fill.setPixel(x, y, qRgb(mix(r, ground.red()), mix(g, ground.green()), mix(b, ground.blue())));
        }
    }
    m_fill.setDevicePixelRatio(ratio);
}

void FusionTriangle::paintEvent(QPaintEvent*) {
    if (m_fill.isNull() || m_fill.devicePixelRatio() != devicePixelRatioF()) paintFill();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawImage(0, 0, m_fill);
    const auto corner = corners();
    painter.setPen(QPen(colour(tokens().line), 1));
    for (int i = 1; i < kLines; ++i) {
        const double t = static_cast<double>(i) / kLines;
        for (std::size_t a = 0; a < 3; ++a) {
            const QPointF &from = corner[a], &left = corner[(a + 1) % 3], &right = corner[(a + 2) % 3];
            painter.drawLine(from + (left - from) * t, from + (right - from) * t);
        }
    }
    painter.setPen(
        QPen(colour(hasFocus() && property("kbd").toBool() ? tokens().accent : tokens().axis), 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolygon(corner.data(), 3);

    QFont bold = visagist::font(Type::Small);
    bold.setBold(true);
    painter.setFont(bold);
    const QFontMetricsF metrics(bold);
    for (std::size_t i = 0; i < 3 && static_cast<int>(i) < m_names.size(); ++i) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(seriesColour(m_colours[i]));
        painter.drawEllipse(corner[i], 5, 5);
        painter.setPen(colour(tokens().text));
        const QString name = metrics.elidedText(m_names[static_cast<int>(i)], Qt::ElideRight, width() / 2.2);
        const double wide = metrics.horizontalAdvance(name);
        const double x = std::clamp(corner[i].x() - wide / 2, 2.0, std::max(2.0, width() - wide - 2.0));
        const double y = i == 0 ? corner[i].y() - 9 : corner[i].y() + 8 + metrics.ascent();
        painter.drawText(QPointF(x, y), name);
    }
    const QPointF knob = pointOf(m_weights);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor::fromRgba(kPictureBlack), 4));
    painter.drawEllipse(knob, 7, 7);
    painter.setPen(QPen(QColor::fromRgba(kPictureWhite), 2));
    painter.drawEllipse(knob, 7, 7);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor::fromRgba(kPictureWhite));
    painter.drawEllipse(knob, 2.5, 2.5);
}

void FusionTriangle::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) moveTo(event->position());
}

void FusionTriangle::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) moveTo(event->position());
}

void FusionTriangle::keyPressEvent(QKeyEvent* event) {
    const auto corner = corners();
    const double share = event->modifiers().testFlag(Qt::ShiftModifier) ? 0.10 : 0.01;
    const double dx = (corner[2].x() - corner[1].x()) * share, dy = (corner[1].y() - corner[0].y()) * share;
    QPointF step;
    switch (event->key()) {
        case Qt::Key_Left:
            step = {-dx, 0};
            break;
        case Qt::Key_Right:
            step = {dx, 0};
            break;
        case Qt::Key_Up:
            step = {0, -dy};
            break;
        case Qt::Key_Down:
            step = {0, dy};
            break;
        default:
            QWidget::keyPressEvent(event);
            return;
    }
    moveTo(pointOf(m_weights) + step);
}

void FusionTriangle::resizeEvent(QResizeEvent*) { m_fill = {}; }

void FusionTriangle::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        m_fill = {};
        update();
    }
    QWidget::changeEvent(event);
}

}  // namespace visagist
