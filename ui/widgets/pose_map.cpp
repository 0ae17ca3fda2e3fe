#include "ui/widgets/pose_map.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

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

PoseMap::PoseMap(QWidget* parent) : CellPicker(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCurrent(kRows / 2 * kColumns + kColumns / 2);
}

void PoseMap::setCoverage(const PersonCoverage& person) {
    m_person = person;
    m_most = 0;
    for (const auto& row : person.poses)
        for (const std::int64_t faces : row) m_most = std::max(m_most, faces);
    setAccessibleName(tr("Which way the faces of %1 look").arg(QString::fromStdString(person.name)));
    setCurrent(current());
}

QSize PoseMap::sizeHint() const {
    return {kLeft + static_cast<int>(kColumns * kCell), static_cast<int>(kRows * kCell) + kBottom};
}

QRectF PoseMap::cell(int row, int column) const {
    return {kLeft + column * kCell, (kRows - 1 - row) * kCell, kCell - kGap, kCell - kGap};
}

std::int64_t PoseMap::count(int row, int column) const {
    return m_person.poses[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

QString PoseMap::cellText(int row, int column) const {
    const auto faces = count(row, column);
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
            const std::int64_t faces = count(row, column);
            // By the logarithm: one face is seen beside a thousand.
            const double heat = faces == 0 ? 0
                                           : 0.25 + 0.75 * std::log1p(static_cast<double>(faces)) /
                                                        std::log1p(static_cast<double>(m_most));
            QColor fill = colour(faces == 0 ? t.field : t.accent);
            if (faces > 0) fill.setAlphaF(static_cast<float>(heat));
            painter.setPen(Qt::NoPen);
            painter.setBrush(fill);
            painter.drawRoundedRect(cell(row, column), 2, 2);
            const int place = row * kColumns + column;
            const bool focused = hasFocus() && place == current();
            if (focused || place == hovered()) {
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

int PoseMap::cellAt(QPointF place) const {
    const int column = static_cast<int>(std::floor((place.x() - kLeft) / kCell));
    const int row = kRows - 1 - static_cast<int>(std::floor(place.y() / kCell));
    return column >= 0 && column < kColumns && row >= 0 && row < kRows ? row * kColumns + column : -1;
}

QRectF PoseMap::placeOf(int place) const { return cell(place / kColumns, place % kColumns); }

QString PoseMap::textOf(int place) const { return cellText(place / kColumns, place % kColumns); }

QString PoseMap::queryOf(int place) const {
    return QString::fromStdString(poseQuery(m_person, static_cast<std::size_t>(place / kColumns),
                                            static_cast<std::size_t>(place % kColumns)));
}

int PoseMap::beside(int place, Qt::Key arrow) const {
    const int across = arrow == Qt::Key_Left ? -1 : arrow == Qt::Key_Right ? 1 : 0;
    const int along = arrow == Qt::Key_Down ? -1 : arrow == Qt::Key_Up ? 1 : 0;
    return std::clamp(place / kColumns + along, 0, kRows - 1) * kColumns +
           std::clamp(place % kColumns + across, 0, kColumns - 1);
}

}  // namespace visagist
