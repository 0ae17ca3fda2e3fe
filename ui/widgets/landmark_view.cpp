#include "ui/widgets/landmark_view.h"

#include <QKeyEvent>
#include <QPainter>
#include <cmath>
#include <numeric>
#include <utility>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr double kDot = 3, kNear = 9, kLineNear = 6;  ///< device-independent pixels

/// A run of landmarks of iBUG's 68 that is drawn as one line.
struct Feature {
    std::size_t first, last;
    bool closed;
    int colour;
};
constexpr Feature kFeatures[] = {{0, 16, false, 0},  {17, 21, false, 1}, {22, 26, false, 1},
                                 {27, 30, false, 4}, {31, 35, false, 4}, {36, 41, true, 5},
                                 {42, 47, true, 5},  {48, 59, true, 2},  {60, 67, true, 2}};

QPointF qPoint(const Point& p) { return {p.x, p.y}; }

double distanceToLine(QPointF p, QPointF a, QPointF b) {
    const QPointF along = b - a, from = p - a;
    const double length = QPointF::dotProduct(along, along);
    const double t = length > 0 ? std::clamp(QPointF::dotProduct(from, along) / length, 0.0, 1.0) : 0;
    const QPointF away = from - t * along;
    return std::hypot(away.x(), away.y());
}

}  // namespace

LandmarkView::LandmarkView(QWidget* parent) : CanvasView(parent) {}

void LandmarkView::setLandmarks(std::vector<Point> landmarks) {
    m_landmarks = std::move(landmarks);
    m_drag = Drag::None;
    select({}, false);
}

void LandmarkView::showFace() {
    if (m_landmarks.empty()) return;
    QPolygonF points;
    for (const Point& p : m_landmarks) points.append(qPoint(p));
    QRectF face = points.boundingRect();
    const double room = 0.45 * std::max(face.width(), face.height());
    showPart(face.adjusted(-room, -room, room, room));
}

void LandmarkView::selectAll() {
    std::set<std::size_t> all;
    for (std::size_t i = 0; i < m_landmarks.size(); ++i) all.insert(i);
    select(std::move(all), false);
}

void LandmarkView::select(std::set<std::size_t> chosen, bool add) {
    if (add) chosen.insert(m_selected.begin(), m_selected.end());
    m_selected = std::move(chosen);
    update();
    Q_EMIT selectionChanged();
}

std::optional<std::size_t> LandmarkView::landmarkAt(QPointF place) const {
    std::optional<std::size_t> nearest;
    double least = kNear / scale();
    for (std::size_t i = 0; i < m_landmarks.size(); ++i) {
        const double away = std::hypot(m_landmarks[i].x - place.x(), m_landmarks[i].y - place.y());
        if (away < least) least = away, nearest = i;
    }
    return nearest;
}

std::set<std::size_t> LandmarkView::featureAt(QPointF place) const {
    std::set<std::size_t> points;
    if (m_landmarks.size() != 68) return points;
    for (const Feature& feature : kFeatures) {
        for (std::size_t i = feature.first; i < feature.last + (feature.closed ? 1 : 0); ++i) {
            const std::size_t next = i == feature.last ? feature.first : i + 1;
            if (distanceToLine(place, qPoint(m_landmarks[i]), qPoint(m_landmarks[next])) * scale() >
                kLineNear)
                continue;
            for (std::size_t k = feature.first; k <= feature.last; ++k) points.insert(k);
            return points;
        }
    }
    return points;
}

Point LandmarkView::middleOfSelected() const {
    Point middle;
    for (const std::size_t i : m_selected) middle.x += m_landmarks[i].x, middle.y += m_landmarks[i].y;
    const auto n = static_cast<double>(std::max<std::size_t>(1, m_selected.size()));
    return {middle.x / n, middle.y / n};
}

void LandmarkView::pressed(QPointF place, Qt::KeyboardModifiers modifiers) {
    m_from = m_to = place;
    m_before = m_landmarks;
    const bool add = modifiers & Qt::ShiftModifier;
    if (modifiers & Qt::AltModifier && m_selected.size() > 1) {
        m_drag = Drag::Turn;
        return;
    }
    if (const auto at = landmarkAt(place)) {
        if (!m_selected.contains(*at)) select({*at}, add);
        m_drag = Drag::Move;
    } else if (const auto feature = featureAt(place); !feature.empty()) {
        if (!std::ranges::includes(m_selected, feature)) select(feature, add);
        m_drag = Drag::Move;
    } else {
        if (!add) select({}, false);
        m_drag = Drag::Rectangle;
    }
}

void LandmarkView::dragged(QPointF place, Qt::KeyboardModifiers) {
    m_to = place;
    if (m_drag == Drag::Move) {
        const QPointF by = m_to - m_from;
        for (const std::size_t i : m_selected)
            m_landmarks[i] = {m_before[i].x + by.x(), m_before[i].y + by.y()};
    } else if (m_drag == Drag::Turn) {
        m_landmarks = m_before;
        const Point about = middleOfSelected();
        const QPointF from = m_from - qPoint(about), to = m_to - qPoint(about);
        const double length = std::max(1e-6, QPointF::dotProduct(from, from));
        // The similarity that takes the place of the press to where the pointer is.
        const double c = QPointF::dotProduct(from, to) / length,
                     s = (from.x() * to.y() - from.y() * to.x()) / length;
        for (const std::size_t i : m_selected) {
            const double x = m_before[i].x - about.x, y = m_before[i].y - about.y;
            m_landmarks[i] = {about.x + c * x - s * y, about.y + s * x + c * y};
        }
    }
    update();
    if (m_drag != Drag::Rectangle) Q_EMIT moving();
}

void LandmarkView::released(QPointF place, Qt::KeyboardModifiers modifiers) {
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_to = place;
    if (drag == Drag::Rectangle) {
        const QRectF area = QRectF(m_from, m_to).normalized();
        std::set<std::size_t> inside;
        for (std::size_t i = 0; i < m_landmarks.size(); ++i)
            if (area.contains(qPoint(m_landmarks[i]))) inside.insert(i);
        if (!inside.empty()) select(std::move(inside), modifiers & Qt::ShiftModifier);
        update();
    } else if (m_landmarks != m_before) {
        Q_EMIT moved(m_before);
    }
}

void LandmarkView::hovered(QPointF place) {
    const auto at = landmarkAt(place);
    if (std::exchange(m_hovered, at) != at) update();
}

void LandmarkView::nudge(double x, double y) {
    if (m_selected.empty()) return;
    m_before = m_landmarks;
    for (const std::size_t i : m_selected) m_landmarks[i].x += x, m_landmarks[i].y += y;
    update();
    Q_EMIT moved(m_before);
}

void LandmarkView::keyPressEvent(QKeyEvent* event) {
    const auto modifiers = event->modifiers();
    const double step = modifiers & Qt::ShiftModifier ? 10 : modifiers & Qt::ControlModifier ? 0.1 : 1;
    if (event->matches(QKeySequence::SelectAll)) return selectAll();
    switch (event->key()) {
        case Qt::Key_Left:
            return nudge(-step, 0);
        case Qt::Key_Right:
            return nudge(step, 0);
        case Qt::Key_Up:
            return nudge(0, -step);
        case Qt::Key_Down:
            return nudge(0, step);
        default:
            CanvasView::keyPressEvent(event);
    }
}

void LandmarkView::paintOver(QPainter& painter) {
    if (m_landmarks.size() == 68) {
        for (const Feature& feature : kFeatures) {
            QPolygonF line;
            for (std::size_t i = feature.first; i <= feature.last; ++i)
                line.append(toWidget(qPoint(m_landmarks[i])));
            if (feature.closed) line.append(line.first());
            painter.setPen(QPen(colour(kPictureShade), 3));
            painter.drawPolyline(line);
            painter.setPen(QPen(colour(kDark.series[static_cast<std::size_t>(feature.colour)]), 1.5));
            painter.drawPolyline(line);
        }
    }
    for (std::size_t i = 0; i < m_landmarks.size(); ++i) {
        const bool chosen = m_selected.contains(i), near = m_hovered == i;
        painter.setPen(QPen(colour(kPictureBlack), 1));
        painter.setBrush(colour(chosen ? kDark.accent : kPictureWhite));
        const double radius = near || chosen ? kDot + 1.5 : kDot;
        painter.drawEllipse(toWidget(qPoint(m_landmarks[i])), radius, radius);
    }
    if (m_drag == Drag::Rectangle) {
        painter.setPen(QPen(colour(kOnPicture), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(toWidget(m_from), toWidget(m_to)).normalized());
    }
}

}  // namespace visagist
