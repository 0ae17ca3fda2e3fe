// What the faces workspace does beside the window: imports, and looking through the faces.
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMimeData>

#include "core/curate/group_jobs.h"
#include "core/curate/score_job.h"
#include "core/options/import_table.h"
#include "core/store/setting_table.h"
#include "ui/bridge/translate.h"
#include "ui/pages/faces_page.h"
#include "ui/pages/import_dialog.h"
#include "ui/pages/import_report_dialog.h"
#include "ui/widgets/busy_bar.h"
#include "ui/widgets/notice_bar.h"

namespace visagist {

namespace {

/// The name of the project's setting that holds the import options of the last time.
constexpr const char* kImportOptionsSetting = "import_options";

/// What looking through the faces of a project found.
struct LookedThrough {
    ScoreReport scores;
    DuplicateReport copies;
    IdentityReport people;
};

}  // namespace

void FacesPage::chooseFiles() {
    const QStringList names = QFileDialog::getOpenFileNames(
        this, tr("Import pictures"), {},
        tr("Pictures and films") +
            QStringLiteral(
                " (*.jpg *.jpeg *.png *.webp *.tif *.tiff *.bmp *.gif *.pgm *.ppm *.mp4 *.mov *.m4v "
                "*.mkv *.webm *.avi *.mpg *.mpeg *.ts *.mts);;") +
            tr("All files") + QStringLiteral(" (*)"));
    std::vector<std::filesystem::path> paths;
    for (const QString& name : names) paths.push_back(toPath(name));
    askAndImport(paths);
}

void FacesPage::chooseFolder() {
    const QString name = QFileDialog::getExistingDirectory(this, tr("Import folder"));
    if (!name.isEmpty()) askAndImport({toPath(name)});
}

void FacesPage::askAndImport(const std::vector<std::filesystem::path>& paths, bool again) {
    if (paths.empty() || !m_importFiles->isEnabled()) return;
    const auto chosen = m_people.personAt(m_peopleView->currentIndex());
    const QString current =
        chosen && person(*chosen) ? QString::fromStdString(person(*chosen)->name) : QString();
    auto* dialog = new ImportDialog(
        paths,
        {.people = m_people.people(),
         .current = current,
         .options = importOptionsFromText(setting(m_session.database(), kImportOptionsSetting)),
         .detectors = m_detectors,
         .again = again},
        this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const ImportRequest request = dialog->request();
        rememberOptions(request.options);
        startImport(request);
    });
    dialog->open();
}

void FacesPage::rememberOptions(const ImportOptions& options) {
    if (!m_session.isOpen() || m_session.isReadOnly()) return;
    attempt(
        [&](Database& database) { putSetting(database, kImportOptionsSetting, importOptionsText(options)); });
}

void FacesPage::startImport(const ImportRequest& request) {
    if (isWorking() || !m_session.isOpen()) return;
    m_notice->tell(QString(), false);
    m_busy->begin(tr("Importing"));
    m_import.start([path = m_session.path(), request](std::stop_token stop,
                                                      const BackgroundJob::Report& report) -> std::any {
        Project project = Project::open(path);
        return importPictures(project, request, stop,
                              [&](const ImportProgress& progress) { report(progress.done, progress.total); });
    });
    updateState();
}

void FacesPage::stopWork() {
    m_import.stopAndWait();
    m_curation.stopAndWait();
}

void FacesPage::startLookingThrough() {
    if (isWorking() || !m_session.isOpen()) return;
    m_notice->tell(QString(), false);
    m_busy->begin(tr("Measuring and comparing faces"));
    m_curation.start(
        [path = m_session.path()](std::stop_token stop, const BackgroundJob::Report& report) -> std::any {
            Project project = Project::open(path);
            LookedThrough result;
            result.scores = scoreFaces(project, {}, stop, report);
            if (result.scores.stopped) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Cancelled."));
            result.copies = findDuplicates(project, stop, report);
            result.people = findIdentities(project, stop, report);
            return result;
        });
    updateState();
}

void FacesPage::endLookingThrough(const JobOutcome& outcome) {
    m_busy->end();
    m_session.tellFacesChanged();
    updateState();
    if (outcome.cancelled()) {
        Q_EMIT told(tr("Stopped. What was measured is kept."));
    } else if (!outcome.succeeded()) {
        m_notice->tell(translated(*outcome.error), true);
        Q_EMIT told(translated(*outcome.error));
    } else {
        const auto result = std::any_cast<LookedThrough>(outcome.result);
        std::size_t strangers = 0;
        for (const PersonOutliers& person : result.people.outliers) strangers += person.faces.size();
        QString said = tr("%1 faces measured. Superfluous copies: %2. Faces that are somebody else: %3.")
                           .arg(result.scores.scored)
                           .arg(result.copies.extra)
                           .arg(strangers);
        if (result.scores.noEmbeddings) said += QLatin1Char(' ') + translated(*result.scores.noEmbeddings);
        m_notice->tell(said, false);
        Q_EMIT told(said);
    }
    Q_EMIT lookedThrough();
}

void FacesPage::endImport(const JobOutcome& outcome) {
    m_busy->end();
    m_session.tellFacesChanged();
    updateState();
    if (!outcome.succeeded()) {
        m_notice->tell(translated(*outcome.error), true);
        Q_EMIT told(translated(*outcome.error));
        return;
    }
    const auto report = std::any_cast<ImportReport>(outcome.result);
    Q_EMIT told(ImportReportDialog::summary(report));
    Q_EMIT importFinished(report);
    if (!isVisible() || !ImportReportDialog::hasDetails(report)) return;
    auto* dialog = new ImportReportDialog(report, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportReportDialog::tryAgainWanted, this,
            [this](const auto& files) { askAndImport(files, true); });
    dialog->open();
}

void FacesPage::dragEnterEvent(QDragEnterEvent* event) {
    if (m_importFiles->isEnabled() && event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void FacesPage::dropEvent(QDropEvent* event) {
    std::vector<std::filesystem::path> paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) paths.push_back(toPath(url.toLocalFile()));
    }
    event->acceptProposedAction();
    askAndImport(paths);
}

}  // namespace visagist
