#include "ui/widgets/face_inspector.h"

#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/path.h"
#include "core/curate/film_reader.h"
#include "core/image/resize.h"
#include "ui/bridge/qt_image.h"
#include "ui/bridge/translate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/photo_view.h"

namespace visagist {

namespace {

constexpr int kShownSide = 1000;

QFrame* separator(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setProperty("kind", QStringLiteral("separator"));
    return line;
}

/// Elides in the middle and tells the whole in its tooltip.
void setElided(QLabel* label, const QString& text, int width) {
    label->setText(label->fontMetrics().elidedText(text, Qt::ElideMiddle, width));
    label->setToolTip(text);
}

}  // namespace

FaceInspector::FaceInspector(QWidget* parent)
    : QWidget(parent),
      m_title(makeLabel("heading", this)),
      m_dot(new QLabel(this)),
      m_personName(new QLabel(this)),
      m_view(new PhotoView(this)),
      m_box(new QToolButton(this)),
      m_landmarks(new QToolButton(this)),
      m_faceHeading(makeLabel("heading", this)),
      m_scoresHeading(makeLabel("heading", this)),
      m_sourceHeading(makeLabel("heading", this)) {
    auto* header = new QHBoxLayout;
    header->setSpacing(6);
    header->setContentsMargins(size::edge, 0, size::edge, 0);
    header->addWidget(m_title, 1);
    header->addWidget(m_personName);
    header->addWidget(m_dot);
    m_title->setMinimumHeight(size::panelHeader);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(header);
    column->addWidget(m_view);
    addToolbar();
    const auto section = [this, column](QLabel* heading) {
        column->addWidget(separator(this));
        auto* form = new QFormLayout;
        form->setContentsMargins(size::edge, size::edge, size::edge, size::edge);
        form->setHorizontalSpacing(size::edge);
        form->setVerticalSpacing(size::gap);
        form->addRow(heading);
        column->addLayout(form);
        return form;
    };
    QFormLayout* face = section(m_faceHeading);
    m_size = addRow(face, m_sizeName);
    m_roll = addRow(face, m_rollName);
    m_score = addRow(face, m_scoreName);
    m_state = addRow(face, m_stateName);
    addScores(section(m_scoresHeading));
    QFormLayout* source = section(m_sourceHeading);
    m_file = addRow(source, m_fileName);
    m_folder = addRow(source, m_folderName);
    m_photoSize = addRow(source, m_photoSizeName);
    column->addStretch(1);
    connect(&m_reader, &BackgroundJob::finished, this, &FaceInspector::showPhoto);
    retranslate();
    clear();
}

void FaceInspector::addToolbar() {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(size::gap, 6, size::gap, 6);
    row->setSpacing(size::rowGap);
    for (auto [button, name] : {std::pair{m_box, "box"}, std::pair{m_landmarks, "points"}}) {
        button->setIcon(icon(name));
        button->setCheckable(true);
        button->setChecked(true);
        row->addWidget(button);
    }
    row->addStretch(1);
    qobject_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_box, &QToolButton::toggled, m_view, &PhotoView::setBoxShown);
    connect(m_landmarks, &QToolButton::toggled, m_view, &PhotoView::setLandmarksShown);
}

QLabel* FaceInspector::addRow(QFormLayout* form, QLabel*& name) {
    name = makeLabel("muted", this);
    auto* value = new QLabel(this);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    form->addRow(name, value);
    return value;
}

void FaceInspector::addScores(QFormLayout* form) {
    for (std::size_t i = 0; i < faceScoreTable().size(); ++i) {
        QLabel* name = nullptr;
        QLabel* value = addRow(form, name);
        m_scoreRows.emplace_back(name, value);
    }
    m_noScores = makeLabel("muted", this);
    m_noScores->setWordWrap(true);
    form->addRow(m_noScores);
}

void FaceInspector::showScores() {
    const QLocale locale;
    const FaceScores scores = m_scores.value_or(FaceScores{});
    bool any = false;
    for (std::size_t i = 0; i < m_scoreRows.size(); ++i) {
        const ScoreInfo& info = faceScoreTable()[i];
        const auto& [name, label] = m_scoreRows[i];
        const bool known = (scores.*info.member).has_value();
        name->setText(coreText(info.label));
        name->setToolTip(coreText(info.help));
        for (QLabel* each : {name, label}) each->setVisible(known);
        if (!known) continue;
        any = true;
        const int digits = info.max - info.min > 20 ? 0 : 2;
        const QString number = locale.toString((scores.*info.member).value_or(0) + 0.0, 'f', digits)
                                   .replace(QLatin1Char('-'), QChar(0x2212));
        const QString unit = coreText(info.unit);
        label->setText(unit.isEmpty() ? number : number + QChar(0x00A0) + unit);
    }
    m_noScores->setVisible(!any);
    m_noScores->setText(m_face ? tr("Not measured yet: Curate > Measure and compare.") : QString());
}

void FaceInspector::setFace(const Face& face, const std::optional<Person>& person,
                            const std::optional<FaceScores>& scores) {
    m_face = face;
    m_person = person;
    m_scores = scores;
    if (isPhotoOf(face) && !m_photo.picture.isNull())
        m_view->show(m_photo.picture, m_photo.width, face);
    else
        readPhoto();
    showFacts();
}

void FaceInspector::clear() {
    m_face.reset();
    m_person.reset();
    m_scores.reset();
    m_photo = {};
    m_view->clear(tr("No face is selected."));
    showFacts();
}

bool FaceInspector::isPhotoOf(const Face& face) const {
    return m_photo.path == face.sourcePath && m_photo.frame == face.frame;
}

void FaceInspector::readPhoto() {
    if (m_reader.isRunning()) return;  // showPhoto() reads the newest wish next
    m_view->clear(tr("Reading the photograph…"));
    m_reader.start([path = m_face->sourcePath, kind = m_face->sourceKind, frame = m_face->frame](
                       std::stop_token, const BackgroundJob::Report&) -> std::any {
        Image photo = sourcePicture(pathFromUtf8(path), kind, frame);
        Photo result{
            .path = path, .frame = frame, .picture = {}, .width = photo.width(), .height = photo.height()};
        const double scale = std::min(1.0, double(kShownSide) / std::max(photo.width(), photo.height()));
        if (scale < 1) {
            const int width = std::max(1, int(photo.width() * scale)),
                      height = std::max(1, int(photo.height() * scale));
            photo = resized(photo, width, height);
        }
        result.picture = qImageFrom(photo);
        return result;
    });
}

void FaceInspector::showPhoto(const JobOutcome& outcome) {
    if (!m_face) return;
    if (outcome.succeeded()) m_photo = std::any_cast<Photo>(outcome.result);
    if (outcome.succeeded() && isPhotoOf(*m_face))
        m_view->show(m_photo.picture, m_photo.width, *m_face);
    else if (outcome.succeeded())
        readPhoto();
    else
        m_view->clear(translated(*outcome.error));
    showFacts();
}

void FaceInspector::showFacts() {
    const QString none;
    for (QLabel* value : {m_size, m_roll, m_score, m_state, m_file, m_folder, m_photoSize})
        value->setText(none);
    m_title->setText(tr("Face"));
    m_personName->setText(none);
    m_dot->setPixmap({});
    showScores();
    if (!m_face) return;
    const QLocale locale;
    const QFileInfo source(QString::fromStdString(m_face->sourcePath));
    setElided(m_title, source.fileName(), 170);
    if (m_person) {
        m_personName->setText(QString::fromStdString(m_person->name));
        QPixmap dot(QSize(12, 12) * devicePixelRatioF());
        dot.setDevicePixelRatio(devicePixelRatioF());
        dot.fill(Qt::transparent);
        QPainter painter(&dot);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(seriesColour(m_person->colour));
        painter.drawEllipse(QRectF(1, 1, 10, 10));
        painter.end();
        m_dot->setPixmap(dot);
    }
    const Affine& map = m_face->photoFromUnit;
    const double side = std::sqrt(std::abs(map.determinant()));
    const double roll = std::atan2(map.yx, map.xx) * 180 / std::numbers::pi;
    m_size->setText(tr("%1 px").arg(locale.toString(side, 'f', 0)));
    m_roll->setText(
        locale.toString(std::abs(roll) < 0.05 ? 0.0 : roll, 'f', 1).replace(QLatin1Char('-'), QChar(0x2212)) +
        QChar(0x00B0));
    m_score->setText(m_face->score > 0 ? locale.toString(m_face->score, 'f', 2) : tr("came aligned"));
    m_state->setText(m_face->excluded ? tr("excluded") : tr("in use"));
    setElided(m_file, source.fileName(), 170);
    setElided(m_folder, source.path(), 170);
    if (isPhotoOf(*m_face) && m_photo.width > 0)
        m_photoSize->setText(tr("%1 × %2 px").arg(m_photo.width).arg(m_photo.height));
}

void FaceInspector::retranslate() {
    m_box->setToolTip(tr("Box of the face"));
    m_landmarks->setToolTip(tr("Landmarks"));
    m_box->setAccessibleName(m_box->toolTip());
    m_landmarks->setAccessibleName(m_landmarks->toolTip());
    m_faceHeading->setText(tr("Face"));
    m_scoresHeading->setText(tr("Scores"));
    m_sourceHeading->setText(tr("Source"));
    m_sizeName->setText(tr("Face size"));
    m_rollName->setText(tr("Roll"));
    m_scoreName->setText(tr("Detector score"));
    m_stateName->setText(tr("State"));
    m_fileName->setText(tr("File"));
    m_folderName->setText(tr("Folder"));
    m_photoSizeName->setText(tr("Photograph"));
    if (!m_face) m_view->clear(tr("No face is selected."));
    showFacts();
}

}  // namespace visagist
