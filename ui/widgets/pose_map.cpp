#include "ui/widgets/pose_map.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>
#include <utility>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr int kRows = static_cast<int>(kPitchRows), kColumns = static_cast<int>(kYawColumns);
constexpr double kCell = 20, kGap = 2;
constexpr int kLeft = 40, kBottom = 20;

QString range(double first, int place, int places) {
    const double low = first + kPoseStep * place, high = low + kPoseStep;
    if (place == 0) return PoseMap::tr("beyond %1°").arg(std::abs(high));
    if (place + 1 == places) return PoseMap::tr("beyond %1°").arg(std::abs(low));
    return PoseMap::tr("%1 to %2°")
        .arg(std::min(std::abs(low), std::abs(high)))
        .arg(std::max(std::abs(low), std::abs(high)));
}

}  // namespace

PoseMap::PoseMap(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void PoseMap::setCoverage(const PersonCoverage& person) {
    m_person = person;
    m_most = 0;
    for (const auto& row : person.poses)
        for (const std::int64_t faces : row) m_most = std::max(m_most, faces);
    setCurrent(m_current);
    update();
}

QSize PoseMap::sizeHint() const {
    return {kLeft + static_cast<int>(kColumns * kCell), static_cast<int>(kRows * kCell) + kBottom};
}

QRectF PoseMap::cell(int row, int column) const {
    return {kLeft + column * kCell, (kRows - 1 - row) * kCell, kCell - kGap, kCell - kGap};
}

std::int64_t PoseMap::count(Place place) const {
    return m_person.poses[static_cast<std::size_t>(place.row)][static_cast<std::size_t>(place.column)];
}

QString PoseMap::cellText(int row, int column) const {
    const auto faces = count({row, column});
    const QString across = column < kColumns / 2 ? tr("%1 to the left") : tr("%1 to the right");
    const QString along = row < kRows / 2 ? tr("%1 down") : tr("%1 up");
    return tr("%1 faces: %2, %3")
        .arg(QLocale().toString(static_cast<qlonglong>(faces)),
             across.arg(range(kFirstYaw, column, kColumns)), along.arg(range(kFirstPitch, row, kRows)));
}

void PoseMap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(visagist::font(Type::Caption));
    const Tokens& t = tokens();
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
            const Place place{row, column};
            const std::int64_t faces = count(place);
            // By the logarithm: one face is seen beside a thousand.
            const double heat = faces == 0 ? 0
                                           : 0.25 + 0.75 * std::log1p(static_cast<double>(faces)) /
                                                        std::log1p(static_cast<double>(m_most));
            QColor fill = colour(faces == 0 ? t.field : t.accent);
            if (faces > 0) fill.setAlphaF(static_cast<float>(heat));
            painter.setPen(Qt::NoPen);
            painter.setBrush(fill);
            painter.drawRoundedRect(cell(row, column), 2, 2);
            const bool focused = hasFocus() && place == m_current;
            if (focused || place == m_hovered) {
                painter.setBrush(Qt::NoBrush);
                painter.setPen(QPen(colour(focused ? t.text : t.axis), 1.5));
                painter.drawRoundedRect(cell(row, column).adjusted(0.75, 0.75, -0.75, -0.75), 2, 2);
            }
        }
    }
    painter.setPen(colour(t.muted));
    const auto words = [&](double x, double y, double width, Qt::Alignment where, const QString& text) {
        painter.drawText(QRectF(x, y, width, kCell), static_cast<int>(where | Qt::AlignVCenter), text);
    };
    const double right = kLeft + kColumns * kCell, below = kRows * kCell;
    words(0, 0, kLeft - 6, Qt::AlignRight, tr("up"));
    words(0, (kRows - 1) * kCell, kLeft - 6, Qt::AlignRight, tr("down"));
    words(kLeft, below, 80, Qt::AlignLeft, tr("left"));
    words(right - 80, below, 78, Qt::AlignRight, tr("right"));
    words(kLeft, below, right - kLeft, Qt::AlignHCenter, QStringLiteral("0°"));
}

PoseMap::Place PoseMap::placeAt(QPointF point) const {
    const int column = static_cast<int>(std::floor((point.x() - kLeft) / kCell));
    const int row = kRows - 1 - static_cast<int>(std::floor(point.y() / kCell));
    return column >= 0 && column < kColumns && row >= 0 && row < kRows ? Place{row, column} : Place{};
}

void PoseMap::setCurrent(Place place) {
    m_current = place;
    setAccessibleName(tr("Which way the faces of %1 look").arg(QString::fromStdString(m_person.name)));
    setAccessibleDescription(cellText(place.row, place.column));
    update();
}

void PoseMap::choose(Place place) {
    if (!place.valid()) return;
    setCurrent(place);
    Q_EMIT chosen(QString::fromStdString(
        poseQuery(m_person, static_cast<std::size_t>(place.row), static_cast<std::size_t>(place.column))));
}

void PoseMap::mouseMoveEvent(QMouseEvent* event) {
    m_hovered = placeAt(event->position());
    setCursor(m_hovered.valid() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void PoseMap::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(placeAt(event->position()));
}

void PoseMap::leaveEvent(QEvent*) {
    m_hovered = {};
    update();
}

void PoseMap::keyPressEvent(QKeyEvent* event) {
    Place next = m_current;
    switch (event->key()) {
        case Qt::Key_Left:
            next.column = std::max(0, next.column - 1);
            break;
        case Qt::Key_Right:
            next.column = std::min(kColumns - 1, next.column + 1);
            break;
        case Qt::Key_Up:
            next.row = std::min(kRows - 1, next.row + 1);
            break;
        case Qt::Key_Down:
            next.row = std::max(0, next.row - 1);
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            return choose(m_current);
        default:
            return QWidget::keyPressEvent(event);
    }
    setCurrent(next);
    QToolTip::showText(mapToGlobal(cell(next.row, next.column).bottomRight().toPoint()),
                       cellText(next.row, next.column), this);
}

bool PoseMap::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Place place = placeAt(help->pos());
        QToolTip::showText(help->globalPos(), place.valid() ? cellText(place.row, place.column) : QString(),
                           this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace visagist
