#include "ui/pages/face_editor.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/base/path.h"
#include "core/curate/face_edits.h"
#include "core/image/decode.h"
#include "core/store/picture_table.h"
#include "ui/pages/landmark_editor.h"
#include "ui/pages/mask_editor.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

FaceEditor::FaceEditor(CarryOut carryOut, QWidget* parent)
    : QWidget(parent),
      m_carryOut(std::move(carryOut)),
      m_landmarks(new LandmarkEditor),
      m_masks(new MaskEditor),
      m_stack(new QStackedWidget),
      m_modes(new QButtonGroup(this)),
      m_landmarksButton(new QToolButton),
      m_maskButton(new QToolButton),
      m_previous(new QToolButton),
      m_next(new QToolButton),
      m_back(new QPushButton(icon("grid"), QString())),
      m_exclude(new QPushButton(icon("eyeoff"), QString())),
      m_title(makeLabel("heading")),
      m_place(makeLabel("muted")),
      m_refusal(makeLabel("warn")) {
    m_landmarksButton->setIcon(icon("points"));
    m_maskButton->setIcon(icon("mask"));
    m_previous->setIcon(icon("skipb"));
    m_next->setIcon(icon("skipf"));
    for (QToolButton* button : {m_landmarksButton, m_maskButton}) {
        button->setCheckable(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    m_modes->addButton(m_landmarksButton, static_cast<int>(Mode::Landmarks));
    m_modes->addButton(m_maskButton, static_cast<int>(Mode::Mask));
    m_landmarksButton->setChecked(true);
    m_refusal->setWordWrap(true);
    m_refusal->setContentsMargins(size::edge, 0, size::edge, size::gap);
    m_refusal->hide();
    m_stack->addWidget(m_landmarks);
    m_stack->addWidget(m_masks);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(size::edge, size::gap, size::edge, size::gap);
    bar->setSpacing(size::gap);
    bar->addWidget(m_back);
    bar->addWidget(m_landmarksButton);
    bar->addWidget(m_maskButton);
    bar->addSpacing(size::gap);
    bar->addWidget(m_title, 1);
    bar->addWidget(m_place);
    bar->addWidget(m_previous);
    bar->addWidget(m_next);
    bar->addWidget(m_exclude);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_refusal);
    column->addWidget(m_stack, 1);

    connect(m_back, &QPushButton::clicked, this, &FaceEditor::closed);
    connect(m_previous, &QToolButton::clicked, this, [this] { Q_EMIT stepWanted(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { Q_EMIT stepWanted(1); });
    connect(m_exclude, &QPushButton::clicked, this, &FaceEditor::excludeWanted);
    connect(m_modes, &QButtonGroup::idClicked, this, [this](int mode) { setMode(static_cast<Mode>(mode)); });
    connect(m_landmarks, &LandmarkEditor::refused, this, &FaceEditor::refuse);
    connect(m_masks, &MaskEditor::refused, this, &FaceEditor::refuse);
    connect(m_landmarks, &LandmarkEditor::copyWanted, this, &FaceEditor::copyLandmarks);
    connect(
        m_landmarks, &LandmarkEditor::edited, this,
        [this](qint64 face, const std::vector<Point>& landmarks, const Affine& map, const QByteArray& png) {
            m_carryOut([&](Database& database) {
                const auto* bytes = reinterpret_cast<const std::uint8_t*>(png.constData());
                return moveLandmarks(database, face, landmarks, map,
                                     std::span(bytes, static_cast<std::size_t>(png.size())));
            });
        });
    connect(m_masks, &MaskEditor::edited, this, [this](qint64 face, const std::vector<MaskLayer>& layers) {
        m_carryOut([&](Database& database) { return setMaskLayers(database, face, layers); });
        if (m_database && this->face() == face) refresh(*m_database);  // where it was refused: as it was
    });
    retranslate();
}

FaceEditor::Mode FaceEditor::mode() const { return static_cast<Mode>(m_modes->checkedId()); }

void FaceEditor::setMode(Mode mode) {
    m_modes->button(static_cast<int>(mode))->setChecked(true);
    m_stack->setCurrentIndex(static_cast<int>(mode));
    m_stack->currentWidget()->setFocus();
}

void FaceEditor::edit(Database& database, std::int64_t face, const QString& place, bool readOnly) {
    if (face != this->face()) finish();
    m_database = &database;
    m_face = existingFace(database, face);
    m_before =
        m_face->sourceKind == SourceKind::Picture ? std::nullopt : neighbourFace(database, *m_face, true);
    m_after =
        m_face->sourceKind == SourceKind::Picture ? std::nullopt : neighbourFace(database, *m_face, false);
    m_place->setText(place);
    m_exclude->setEnabled(!readOnly);
    m_landmarks->setReadOnly(readOnly);
    m_masks->setReadOnly(readOnly);
    refuse({});
    refresh(database);
    m_landmarks->setCanCopy(m_before.has_value(), m_after.has_value());
}

bool FaceEditor::refresh(Database& database) {
    if (!m_face) return false;
    const std::optional<Face> now = findFace(database, m_face->id);
    if (!now) return false;
    m_face = now;
    const Image crop = decodeImage(picturePng(database, now->cropSha256));
    m_title->setText(QString::fromStdString(utf8FromPath(pathFromUtf8(now->sourcePath).filename())));
    m_exclude->setText(now->excluded ? tr("Take in again") : tr("Exclude"));
    m_landmarks->setFace(*now, crop.width());
    m_masks->setFace(*now, crop, layersOf(database, *now));
    return true;
}

void FaceEditor::finish() {
    m_landmarks->finish();
    m_masks->finish();
}

void FaceEditor::refuse(const QString& why) {
    m_refusal->setText(why);
    m_refusal->setVisible(!why.isEmpty());
}

void FaceEditor::copyLandmarks(bool before) {
    const std::optional<Face>& other = before ? m_before : m_after;
    if (other) m_landmarks->copyFrom(*other);
}

void FaceEditor::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_PageUp:
        case Qt::Key_P:
            return Q_EMIT stepWanted(-1);
        case Qt::Key_PageDown:
        case Qt::Key_N:
            return Q_EMIT stepWanted(1);
        case Qt::Key_X:
            return Q_EMIT excludeWanted();
        case Qt::Key_E:
            return setMode(Mode::Landmarks);
        case Qt::Key_M:
            return setMode(Mode::Mask);
        case Qt::Key_Escape:
            return Q_EMIT closed();
        default:
            QWidget::keyPressEvent(event);
    }
}

void FaceEditor::retranslate() {
    m_back->setText(tr("All faces"));
    m_back->setToolTip(tr("Back to the wall of faces (Esc)"));
    m_landmarksButton->setText(tr("Landmarks"));
    m_landmarksButton->setToolTip(tr("Correct where the landmarks are (E)"));
    m_maskButton->setText(tr("Mask"));
    m_maskButton->setToolTip(tr("Paint what belongs to the face (M)"));
    m_previous->setToolTip(tr("Face before (Page up, P)"));
    m_next->setToolTip(tr("Next face (Page down, N)"));
    for (QToolButton* button : {m_previous, m_next}) button->setAccessibleName(button->toolTip());
    m_exclude->setText(m_face && m_face->excluded ? tr("Take in again") : tr("Exclude"));
    m_exclude->setToolTip(tr("Excludes the face and goes on to the next (X); nothing is deleted"));
    m_landmarks->retranslate();
    m_masks->retranslate();
}

}  // namespace visagist
