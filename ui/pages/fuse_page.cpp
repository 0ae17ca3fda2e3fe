#include "ui/pages/fuse_page.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QListView>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include "core/image/encode.h"
#include "ui/bridge/qt_image.h"
#include "ui/bridge/retire_job.h"
#include "ui/bridge/translate.h"
#include "ui/models/face_list_model.h"
#include "ui/models/words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fusion_mixer.h"
#include "ui/widgets/image_view.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/number_edit.h"

namespace visagist {

namespace {

enum Shown { Photo, AlignedFace };

}  // namespace

FusePage::~FusePage() = default;

void FusePage::projectChanged() {
    m_driver.reset();
    m_result = {};
    m_openError.clear();
    m_notice->tell({}, false);
    m_fusion.close();
    m_mixer->setPeople({}, {});
    reloadFaces();
    if (m_session.isOpen() && isVisible()) useCheckpoint({});
    showResult();
}

void FusePage::reloadFaces() {
    std::vector<Face> all;
    std::vector<Person> persons;
    try {
        if (m_session.isOpen()) {
            all = faces(m_session.database());
            persons = people(m_session.database());
        }
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
    }
    m_noFaces->setVisible(all.empty());
    m_faceList->setVisible(!all.empty());
    m_faces->setFaces(std::move(all), persons);
}

void FusePage::useCheckpoint(std::optional<std::int64_t> checkpoint) {
    if (!m_session.isOpen()) return;
    m_openError.clear();
    m_result = {};
    m_fusion.open(m_session.path(), checkpoint);
    showResult();
}

void FusePage::opened(const FuserInfo& info) {
    std::vector<int> colours;
    QStringList names;
    std::vector<Person> known;
    try {
        known = people(m_session.database());
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
    }
    for (const std::string& name : info.people) {
        names << QString::fromStdString(name);
        int colour = static_cast<int>(colours.size());
        for (const Person& person : known) {
            if (person.name == name) colour = person.colour;
        }
        colours.push_back(colour);
    }
    m_mixer->setPeople(names, colours);
    if (m_faces->rowCount() && !m_driver && !(m_driverJob && m_driverJob->isRunning())) {
        const QModelIndex first = m_faces->index(0);
        m_faceList->setCurrentIndex(first);
        chooseFace(m_faces->face(first).id);
    }
    askForFusion();
    refresh();
}

void FusePage::openPicture(const QString& file) {
    m_faceList->clearSelection();
    loadDriver(
        [path = toPath(file), aligned = m_aligned->isChecked()] { return driverFromPicture(path, aligned); });
}

void FusePage::chooseFace(std::int64_t face) {
    loadDriver([path = m_session.path(), face] { return driverFromProject(path, face); });
}

void FusePage::loadDriver(std::function<LoadedDriver()> load) {
    m_notice->tell({}, false);
    freshJob(m_driverJob, this);
    connect(m_driverJob.get(), &BackgroundJob::finished, this, [this](const JobOutcome& outcome) {
        if (outcome.error)
            m_notice->tell(translated(*outcome.error), true);
        else
            driverLoaded(std::any_cast<LoadedDriver>(outcome.result));
        refresh();
    });
    m_driverJob->start(
        [load = std::move(load)](std::stop_token, const BackgroundJob::Report&) { return std::any(load()); });
    refresh();
}

void FusePage::driverLoaded(LoadedDriver loaded) {
    m_driver = std::move(loaded);
    const QSignalBlocker quiet(m_whichFace);
    m_whichFace->clear();
    const int count = static_cast<int>(m_driver->faces.size());
    for (int i = 0; i < count; ++i)
        m_whichFace->addItem(tr("Face %1 of %2, from the left").arg(i + 1).arg(count));
    m_whichFace->setVisible(count > 1);
    int largest = 0;
    for (int i = 1; i < count; ++i) {
        const auto sizeOf = [&](int k) {
            return std::abs(m_driver->faces[static_cast<std::size_t>(k)].photoFromUnit.determinant());
        };
        if (sizeOf(i) > sizeOf(largest)) largest = i;
    }
    m_whichFace->setCurrentIndex(largest);
    useDriverFace(largest);
}

void FusePage::useDriverFace(int index) {
    if (!m_driver || index < 0 || index >= static_cast<int>(m_driver->faces.size())) return;
    m_fusion.setDriver(m_driver->faces[static_cast<std::size_t>(index)]);
    m_result = {};
    askForFusion();
    showResult();
}

void FusePage::askForFusion() {
    if (!m_fusion.info() || !m_driver || m_mixer->weights().empty()) return;
    const MergeOptions merge{.feather = m_feather.number->value() / 100,
                             .strength = m_strength.number->value() / 100};
    m_fusion.fuse(FusionWeights::uniform(m_mixer->weights()), merge);
}

void FusePage::fused(const FusionResult& result) {
    m_result = result;
    m_seen = m_view->zoom() == ImageView::Zoom::Pixels && isVisible();
    showResult();
}

bool FusePage::showsPhoto() const {
    return m_shown->currentIndex() == Photo && m_driver && !m_driver->photo.isNull();
}

void FusePage::showResult() {
    QImage before, beforeSmall, after, afterSmall;
    if (m_driver && showsPhoto()) {
        before = m_driver->photo;
        beforeSmall = m_result.photoReduced;
        after = m_result.merged.isNull() ? before : m_result.merged;
        afterSmall = m_result.merged.isNull() ? QImage() : m_result.mergedReduced;
    } else if (m_driver) {
        const int chosen = std::max(0, m_whichFace->currentIndex());
        before = qImageFrom(m_driver->faces[static_cast<std::size_t>(chosen)].alignedFace);
        after = m_result.face.isNull() ? before : m_result.face;
        // Side by side at one size: that of the fused face.
        if (before.size() != after.size())
            before = before.scaled(after.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    }
    m_view->setBefore(m_result.face.isNull() ? QImage() : before, beforeSmall);
    m_view->setPicture(after, afterSmall);
    refresh();
}

QString FusePage::whyNotExport() const {
    if (!m_fusion.info())
        return m_opening ? tr("The checkpoint is being loaded") : tr("There is no checkpoint to fuse with");
    if (!m_driver) return tr("Choose a driver first");
    if (m_result.face.isNull()) return tr("The fusion is not ready yet");
    if (m_exportJob && m_exportJob->isRunning()) return tr("A picture is being written");
    if (!m_seen) return tr("Look at it at full size (100 %) first");
    return {};
}

void FusePage::refresh() {
    QString empty;
    if (!m_session.isOpen())
        empty = tr("No project is open.");
    else if (m_opening)
        empty = tr("The checkpoint is being loaded…");
    else if (!m_openError.isEmpty())
        empty = m_openError;
    else if (!m_driver)
        empty = tr("Choose a face at the left, or drop a picture here.");
    m_view->setEmptyText(empty);
    m_busy->setVisible(m_opening || (m_driverJob && m_driverJob->isRunning()));
    m_shown->setEnabled(m_driver && !m_driver->photo.isNull());
    m_shown->setToolTip(m_shown->isEnabled() || !m_driver
                            ? tr("What is shown and exported")
                            : tr("The driver has no photo, only its aligned face"));
    QString info;
    if (m_fusion.info()) {
        info = tr("Step %1").arg(stepText(m_fusion.info()->step));
        if (!m_result.face.isNull())
            info += QStringLiteral("   <span style='color:%1'>%2</span>")
                        .arg(colour(tokens().muted).name(), tr("%1 ms").arg(qRound(m_result.milliseconds)));
    }
    m_info->setText(info);

    const QString obstacle = whyNotExport();
    m_exportAction->setEnabled(obstacle.isEmpty());
    m_exportButton->setEnabled(obstacle.isEmpty());
    m_exportButton->setToolTip(obstacle);
    m_exportButton->setIcon(icon("export", obstacle.isEmpty() ? &Tokens::onAccent : &Tokens::disabled));
    const QImage& picture = m_view->picture();
    QString text = obstacle;
    if (!m_result.face.isNull() && !picture.isNull()) {
        const std::int64_t most = std::int64_t{3} * picture.width() * picture.height();
        const QString what = showsPhoto()
                                 ? tr("The photo with the fused face, %1 x %2 px, as PNG, at most %3.")
                                 : tr("The fused face, %1 x %2 px, as PNG, at most %3.");
        text = what.arg(QString::number(picture.width()), QString::number(picture.height()), bytesText(most));
        if (!obstacle.isEmpty()) text += QLatin1Char('\n') + obstacle + QLatin1Char('.');
    } else if (!text.isEmpty()) {
        text += QLatin1Char('.');
    }
    m_exportText->setText(text);
    const bool merges = showsPhoto();
    for (const Amount& amount : {m_strength, m_feather}) {
        for (QWidget* part : {static_cast<QWidget*>(amount.slider), static_cast<QWidget*>(amount.number)}) {
            part->setEnabled(merges);
            part->setToolTip(merges ? QString() : tr("For a driver with a photo, shown as photo"));
        }
    }
}

void FusePage::chooseExportFile() {
    const QString name = showsPhoto() ? tr("fused photo.png") : tr("fused face.png");
    const QString folder = fromPath(m_session.path().parent_path());
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Export PNG"), folder + QLatin1Char('/') + name, tr("PNG pictures (*.png)"));
    if (!file.isEmpty()) exportTo(file);
}

void FusePage::exportTo(const QString& file) {
    const QImage picture = m_view->picture();
    if (picture.isNull() || !whyNotExport().isEmpty()) return;
    freshJob(m_exportJob, this);
    connect(m_exportJob.get(), &BackgroundJob::finished, this, [this, file](const JobOutcome& outcome) {
        if (outcome.error)
            m_notice->tell(translated(*outcome.error), true);
        else
            Q_EMIT told(tr("The picture is in %1.").arg(file));
        refresh();
    });
    m_exportJob->start([picture, path = toPath(file)](std::stop_token, const BackgroundJob::Report&) {
        writePng(path, imageFrom(picture.convertToFormat(QImage::Format_RGB888)));
        return std::any();
    });
    refresh();
}

void FusePage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (m_session.isOpen() && !m_fusion.info() && !m_opening) useCheckpoint({});
}

void FusePage::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> files = event->mimeData()->urls();
    if (files.size() == 1 && files.front().isLocalFile()) event->acceptProposedAction();
}

void FusePage::dropEvent(QDropEvent* event) { openPicture(event->mimeData()->urls().front().toLocalFile()); }

QList<QAction*> FusePage::menuActions() const {
    return {m_openAction, m_newestAction, nullptr, m_exportAction};
}
QWidget* FusePage::middle() const { return m_view; }

}  // namespace visagist
