#include "ui/pages/landmark_editor.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <cmath>

#include "core/base/path.h"
#include "core/curate/film_reader.h"
#include "core/face/aligner.h"
#include "core/face/detector_catalogue.h"
#include "core/image/encode.h"
#include "ui/bridge/qt_image.h"
#include "ui/bridge/translate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/crop_preview.h"
#include "ui/widgets/landmark_view.h"

namespace visagist {

namespace {

constexpr int kStoreDelay = 350;  // milliseconds

Point middleOf(const std::vector<Point>& points) {
    Point middle;
    for (const Point& p : points) middle.x += p.x, middle.y += p.y;
    const auto n = static_cast<double>(points.size());
    return {middle.x / n, middle.y / n};
}

}  // namespace

LandmarkEditor::LandmarkEditor(QWidget* parent)
    : QWidget(parent),
      m_quiet(new QTimer(this)),
      m_view(new LandmarkView),
      m_preview(new CropPreview),
      m_copyBefore(new QPushButton(icon("skipb"), QString())),
      m_copyAfter(new QPushButton(icon("skipf"), QString())),
      m_find(new QPushButton(icon("search"), QString())),
      m_reset(new QPushButton(icon("restore"), QString())),
      m_all(new QPushButton(icon("points"), QString())),
      m_help(makeLabel("mutedsmall")) {
    m_help->setWordWrap(true);
    m_help->setFixedWidth(CropPreview::kSide);
    m_quiet->setSingleShot(true);
    m_quiet->setInterval(kStoreDelay);
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(size::edge, 0, size::edge, size::gap);
    tools->setSpacing(size::gap);
    for (QPushButton* button : {m_find, m_copyBefore, m_copyAfter, m_all, m_reset}) tools->addWidget(button);
    tools->addStretch(1);
    auto* side = new QVBoxLayout;
    side->setContentsMargins(size::edge, size::edge, size::edge, size::edge);
    side->setSpacing(size::gap);
    side->addWidget(m_preview);
    side->addWidget(m_help);
    side->addStretch(1);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_view, 1);
    row->addLayout(side);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(tools);
    column->addLayout(row, 1);
    setFocusProxy(m_view);

    connect(m_view, &LandmarkView::moving, this, [this] { cut(false); });
    connect(m_view, &LandmarkView::moved, this, &LandmarkEditor::take);
    connect(m_quiet, &QTimer::timeout, this, [this] { cut(true); });
    connect(m_find, &QPushButton::clicked, this, &LandmarkEditor::findAnew);
    connect(m_copyBefore, &QPushButton::clicked, this, [this] { Q_EMIT copyWanted(true); });
    connect(m_copyAfter, &QPushButton::clicked, this, [this] { Q_EMIT copyWanted(false); });
    connect(m_all, &QPushButton::clicked, this, [this] {
        m_view->selectAll();
        m_view->setFocus();
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        const std::vector<Point> before = m_view->landmarks();
        m_view->setLandmarks(m_opened);
        take(before);
    });
    connect(&m_reader, &BackgroundJob::finished, this, &LandmarkEditor::endReading);
    connect(&m_cutter, &BackgroundJob::finished, this, &LandmarkEditor::endCutting);
    connect(&m_finder, &BackgroundJob::finished, this, &LandmarkEditor::endFinding);
    retranslate();
}

void LandmarkEditor::setFace(const Face& face, int cropSize) {
    const bool another = !m_face || m_face->id != face.id;
    if (another) finish();
    m_face = face;
    m_cropSize = cropSize;
    if (another) {
        m_opened = face.landmarks;
        m_preview->clear();
        Q_EMIT refused({});
    }
    if (another || (!m_waiting && m_view->landmarks() != face.landmarks)) {
        m_view->setLandmarks(face.landmarks);
        if (hasPhoto()) cut(false);
    }
    if (hasPhoto()) {
        if (another) {
            m_view->setPicture(m_photo.picture, m_photo.image->width(), m_photo.image->height());
            m_view->showFace();
        }
    } else {
        readPhoto();
    }
    updateButtons();
}

bool LandmarkEditor::hasPhoto() const {
    return m_face && m_photo.image && m_photo.path == m_face->sourcePath && m_photo.frame == m_face->frame;
}

void LandmarkEditor::readPhoto() {
    m_view->clear(tr("Reading the photograph…"));
    if (m_reader.isRunning()) return;  // endReading() reads the newest wish next
    m_reader.start([path = m_face->sourcePath, kind = m_face->sourceKind, frame = m_face->frame](
                       const std::stop_token&, const BackgroundJob::Report&) -> std::any {
        auto image = std::make_shared<const Image>(sourcePicture(pathFromUtf8(path), kind, frame));
        return Photo{path, frame, image, qImageFrom(*image)};
    });
}

void LandmarkEditor::endReading(const JobOutcome& outcome) {
    if (!m_face) return;
    if (!outcome.succeeded()) {
        m_view->clear(translated(*outcome.error));
        return;
    }
    m_photo = std::any_cast<Photo>(outcome.result);
    if (!hasPhoto()) return readPhoto();
    m_view->setPicture(m_photo.picture, m_photo.image->width(), m_photo.image->height());
    m_view->showFace();
    cut(false);
    updateButtons();
}

void LandmarkEditor::take(const std::vector<Point>& before) {
    if (!hasPhoto() || m_readOnly) return;
    try {
        requirePlausibleLandmarks(m_view->landmarks(), m_photo.image->width(), m_photo.image->height());
    } catch (const Error& error) {
        const std::set<std::size_t> selected = m_view->selected();
        m_view->setLandmarks(before);
        cut(false);
        Q_EMIT refused(translated(error));
        return;
    }
    Q_EMIT refused({});
    m_waiting = true;
    cut(false);
    m_quiet->start();
    updateButtons();
}

void LandmarkEditor::finish() {
    if (!m_waiting || !m_face) return;
    m_quiet->stop();
    cut(true);
    while (m_cutter.isRunning()) m_cutter.stopAndWait();
}

void LandmarkEditor::cut(bool store) {
    m_wanted = true;
    m_store = m_store || store;
    if (!m_cutter.isRunning()) startCutting();
}

void LandmarkEditor::startCutting() {
    m_wanted = false;
    if (!hasPhoto() || m_view->landmarks().empty()) return;
    const bool store = std::exchange(m_store, false);
    m_cutter.start([photo = m_photo.image, face = m_face->id, landmarks = m_view->landmarks(),
                    side = m_cropSize,
                    store](const std::stop_token&, const BackgroundJob::Report&) -> std::any {
        const Recut made = recut(*photo, landmarks, side);
        Cut result{face, landmarks, made.photoFromUnit, qImageFrom(made.crop), {}};
        if (store) {
            const std::vector<std::uint8_t> png = encodePng(made.crop);
            result.png =
                QByteArray(reinterpret_cast<const char*>(png.data()), static_cast<qsizetype>(png.size()));
        }
        return result;
    });
}

void LandmarkEditor::endCutting(const JobOutcome& outcome) {
    if (outcome.succeeded()) {
        const auto made = std::any_cast<Cut>(outcome.result);
        if (m_face && made.face == m_face->id) m_preview->setCrop(made.picture);
        if (!made.png.isEmpty()) {
            if (made.landmarks == m_view->landmarks()) m_waiting = false;
            Q_EMIT edited(made.face, made.landmarks, made.photoFromUnit, made.png);
        }
    }  // else they are no face's while they are being dragged: said when they are let go
    if (m_wanted) startCutting();
}

void LandmarkEditor::copyFrom(const Face& other) {
    if (other.landmarks.size() != 5 && other.landmarks.size() != 68)
        return Q_EMIT refused(tr("That face has no landmarks."));
    const std::vector<Point> before = m_view->landmarks();
    m_view->setLandmarks(other.landmarks);
    take(before);
}

void LandmarkEditor::findAnew() {
    if (!hasPhoto() || m_finder.isRunning()) return;
    Q_EMIT refused(tr("Looking for the face…"));
    m_finder.start([photo = m_photo.image, count = m_view->landmarks().size(), face = m_face->id](
                       const std::stop_token&, const BackgroundJob::Report&) -> std::any {
        ImportOptions options;
        options.landmarks = count == 5 ? LandmarkSet::Five : LandmarkSet::SixtyEight;
        return std::pair(face, detectorsOfFaceRoom().make(options)->detect(*photo));
    });
    updateButtons();
}

void LandmarkEditor::endFinding(const JobOutcome& outcome) {
    updateButtons();
    if (!outcome.succeeded()) return Q_EMIT refused(translated(*outcome.error));
    const auto [face, found] =
        std::any_cast<std::pair<std::int64_t, std::vector<DetectedFace>>>(outcome.result);
    if (!m_face || m_face->id != face) return;
    const Rect& box = m_face->box;
    const Point here = m_view->landmarks().empty() ? Point{box.x + box.width / 2, box.y + box.height / 2}
                                                   : middleOf(m_view->landmarks());
    const DetectedFace* nearest = nullptr;
    double least = std::max(box.width, box.height);  // further away it is somebody else
    for (const DetectedFace& one : found) {
        const Point there = middleOf(one.landmarks);
        const double away = std::hypot(there.x - here.x, there.y - here.y);
        if (away < least) least = away, nearest = &one;
    }
    if (!nearest) return Q_EMIT refused(tr("The detector finds no face here."));
    const std::vector<Point> before = m_view->landmarks();
    m_view->setLandmarks(nearest->landmarks);
    take(before);
}

void LandmarkEditor::setReadOnly(bool readOnly) {
    m_readOnly = readOnly;
    updateButtons();
}

void LandmarkEditor::setCanCopy(bool before, bool after) {
    m_copyBefore->setVisible(before || after);
    m_copyAfter->setVisible(before || after);
    m_copyBefore->setEnabled(before && !m_readOnly);
    m_copyAfter->setEnabled(after && !m_readOnly);
}

void LandmarkEditor::updateButtons() {
    const bool may = hasPhoto() && !m_readOnly;
    m_view->setEnabled(!m_readOnly);
    m_find->setEnabled(may && !m_finder.isRunning());
    m_all->setEnabled(may && !m_view->landmarks().empty());
    m_reset->setEnabled(may && m_view->landmarks() != m_opened && !m_opened.empty());
}

void LandmarkEditor::retranslate() {
    m_find->setText(tr("Find anew"));
    m_find->setToolTip(tr("Looks for the face again, near where the landmarks are"));
    m_copyBefore->setText(tr("From frame before"));
    m_copyBefore->setToolTip(tr("Takes the landmarks of this person from the frame before"));
    m_copyAfter->setText(tr("From frame behind"));
    m_copyAfter->setToolTip(tr("Takes the landmarks of this person from the frame behind"));
    m_all->setText(tr("All"));
    m_all->setToolTip(tr("Selects all landmarks (Ctrl+A)"));
    m_reset->setText(tr("As opened"));
    m_reset->setToolTip(tr("Puts the landmarks back where they were when this face was opened"));
    m_view->setAccessibleName(tr("Landmarks on the photograph"));
    m_preview->setCaption(tr("Aligned face"));
    m_help->setText(
        tr("Drag a landmark, or click a line to take its feature. Drag over nothing selects; Shift adds. Alt "
           "and "
           "drag turn and scale. Arrows nudge (Shift: by 10). Wheel enlarges, right button moves."));
}

}  // namespace visagist
