#include "ui/pages/faces_page.h"

#include <QAction>
#include <QComboBox>
#include <QInputDialog>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

#include "core/base/log.h"
#include "core/curate/face_edits.h"
#include "core/curate/face_query.h"
#include "ui/bridge/translate.h"
#include "ui/pages/coverage_view.h"
#include "ui/pages/face_editor.h"
#include "ui/theme/icons.h"
#include "ui/widgets/busy_bar.h"
#include "ui/widgets/face_grid.h"
#include "ui/widgets/face_inspector.h"
#include "ui/widgets/notice_bar.h"

namespace visagist {

void FacesPage::connectViews() {
    connect(&m_session, &ProjectSession::projectChanged, this, [this] {
        stopWork();
        m_notice->tell(QString(), false);
        m_faces.thumbnails().setProject(m_session.path());
        loadHistory();
        reload();
    });
    connect(&m_session, &ProjectSession::facesChanged, this, &FacesPage::reload);
    connect(m_importFiles, &QAction::triggered, this, &FacesPage::chooseFiles);
    connect(m_importFolder, &QAction::triggered, this, &FacesPage::chooseFolder);
    connect(m_exclude, &QAction::triggered, this, [this] { setSelectionExcluded(true); });
    connect(m_include, &QAction::triggered, this, [this] { setSelectionExcluded(false); });
    connect(m_excludeButton, &QPushButton::clicked, m_exclude, &QAction::trigger);
    connect(m_showExcluded, &QAction::toggled, this, &FacesPage::applyFilter);
    connect(m_showExcluded, &QAction::toggled, m_showExcludedButton, &QToolButton::setChecked);
    connect(m_showExcludedButton, &QToolButton::toggled, m_showExcluded, &QAction::setChecked);
    connect(m_newPerson, &QAction::triggered, this, &FacesPage::askNewPerson);
    connect(m_moveMenu, &QMenu::aboutToShow, this, &FacesPage::fillMoveMenu);
    connect(m_query, &QLineEdit::textChanged, m_typing, qOverload<>(&QTimer::start));
    connect(m_query, &QLineEdit::returnPressed, this, &FacesPage::startSearch);
    connect(m_typing, &QTimer::timeout, this, &FacesPage::startSearch);
    connect(m_sorting, &QComboBox::activated, this, &FacesPage::startSearch);
    connect(m_descending, &QToolButton::toggled, this, &FacesPage::startSearch);
    connect(&m_search, &FaceSearch::found, this, [this](const std::vector<std::int64_t>& faces) {
        m_faces.setFound(faces);
        updateState();
    });
    connect(&m_search, &FaceSearch::wrongQuery, this, [this](const QString& why) { showFault(why); });
    connect(&m_search, &FaceSearch::failed, this, &FacesPage::showFault);
    connect(m_lookThrough, &QAction::triggered, this, &FacesPage::startLookingThrough);
    for (auto [action, query] :
         {std::pair{m_showCopies, "duplicate:extra"}, std::pair{m_showStrangers, "outlier:yes"},
          std::pair{m_showBlurred, "sharp<0.3"}}) {
        connect(action, &QAction::triggered, this, [this, query] { search(QLatin1StringView(query)); });
    }
    connect(m_editLandmarks, &QAction::triggered, this, [this] { editCurrent(false); });
    connect(m_editMask, &QAction::triggered, this, [this] { editCurrent(true); });
    connect(m_grid, &FaceGrid::activated, this, [this] { editCurrent(false); });
    connect(m_editor, &FaceEditor::closed, this, &FacesPage::closeEditor);
    connect(m_editor, &FaceEditor::stepWanted, this, &FacesPage::step);
    connect(m_editor, &FaceEditor::excludeWanted, this, [this] {
        const QModelIndex current = m_grid->currentIndex();
        if (!current.isValid()) return;
        const bool excluded = m_faces.face(current).excluded;
        setSelectionExcluded(!excluded);
        if (!excluded) step(1);
    });
    connect(m_showCoverage, &QAction::toggled, this, &FacesPage::setCoverageShown);
    connect(m_coverage, &CoverageView::chosen, this, [this](const QString& query, const QString& order) {
        m_peopleView->setCurrentIndex(m_people.index(0));  // the query names the person
        search(query, order);
    });
    connect(m_coverage, &CoverageView::measureWanted, this, &FacesPage::startLookingThrough);
    connect(m_coverage, &CoverageView::failed, this,
            [this](const QString& why) { m_notice->tell(why, true); });
    connect(&m_curation, &BackgroundJob::progressed, m_busy, &BusyBar::setProgress);
    connect(&m_curation, &BackgroundJob::finished, this, &FacesPage::endLookingThrough);
    connect(m_thumbSize, &QSlider::valueChanged, m_grid, &FaceGrid::setThumbnailSide);
    connect(m_grid, &FaceGrid::thumbnailSideChanged, m_thumbSize, &QSlider::setValue);
    connect(m_grid, &FaceGrid::decodeSideChanged, this,
            [this](int side) { m_faces.thumbnails().setSide(side); });
    connect(m_peopleView->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &FacesPage::applyFilter);
    connect(m_peopleView, &QListView::customContextMenuRequested, this, &FacesPage::showPersonMenu);
    connect(&m_people, &PersonListModel::renameWanted, this, [this](qint64 id, const QString& name) {
        attempt([&](Database& database) { renamePerson(database, id, name.toStdString()); });
    });
    connect(m_grid->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FacesPage::updateState);
    connect(m_grid->selectionModel(), &QItemSelectionModel::currentChanged, this, &FacesPage::showSelection);
    connect(&m_faces, &FaceListModel::modelReset, this, &FacesPage::showSelection);
    connect(&m_import, &BackgroundJob::progressed, m_busy, &BusyBar::setProgress);
    connect(&m_import, &BackgroundJob::finished, this, &FacesPage::endImport);
    connect(m_busy, &BusyBar::cancelled, this, [this] {
        m_busy->setStopping(tr("Stopping…"));
        m_import.requestStop();
        m_curation.requestStop();
    });
}

QList<QAction*> FacesPage::menuActions() const {
    return {m_importFiles, m_importFolder,           nullptr, m_exclude,
            m_include,     m_moveMenu->menuAction(), nullptr, m_curateMenu->menuAction(),
            m_showExcluded};
}

QWidget* FacesPage::middle() const { return m_grid; }

bool FacesPage::attempt(const std::function<void(Database&)>& change) {
    if (!m_session.isOpen()) return false;
    try {
        change(m_session.database());
    } catch (const std::exception& error) {
        logError(error.what());
        m_notice->tell(translated(error), true);
        Q_EMIT told(translated(error));
        return false;
    }
    m_session.tellFacesChanged();
    return true;
}

void FacesPage::loadHistory() {
    try {
        m_history.load(m_session.isOpen() ? &m_session.database() : nullptr);
    } catch (const std::exception& error) {
        m_notice->tell(translated(error), true);
    }
}

void FacesPage::reload() {
    std::vector<Face> all;
    std::vector<Person> everybody;
    if (m_session.isOpen()) {
        try {
            everybody = people(m_session.database());
            all = faces(m_session.database(), {.person = {}, .withExcluded = true});
        } catch (const std::exception& error) {
            m_notice->tell(translated(error), true);
        }
    }
    const auto before = m_people.personAt(m_peopleView->currentIndex());
    m_people.setPeople(std::move(everybody));
    m_faces.setFaces(std::move(all), m_people.people());
    const QModelIndex again = m_people.indexOf(before);
    if (m_peopleView->currentIndex() != again || !again.isValid())
        m_peopleView->setCurrentIndex(again.isValid() ? again : m_people.index(0));
    applyFilter();
    startSearch();
    showSelection();
    refreshEditor();
    if (m_showCoverage->isChecked())
        m_coverage->load(m_session.isOpen() ? m_session.path() : std::filesystem::path());
}

void FacesPage::refreshEditor() {
    if (!isEditing()) return;
    try {
        if (m_session.isOpen() && m_editor->refresh(m_session.database())) return;
    } catch (const std::exception& error) {
        m_notice->tell(translated(error), true);
    }
    closeEditor();
}

bool FacesPage::isEditing() const { return m_stack->currentWidget() == m_editor; }

void FacesPage::editCurrent(bool mask) {
    if (!m_grid->currentIndex().isValid()) return;
    openEditor();
    m_editor->setMode(mask ? FaceEditor::Mode::Mask : FaceEditor::Mode::Landmarks);
}

void FacesPage::openEditor() {
    const QModelIndex current = m_grid->currentIndex();
    const QLocale locale;
    try {
        m_editor->edit(
            m_session.database(), m_faces.face(current).id,
            tr("%1 of %2").arg(locale.toString(current.row() + 1), locale.toString(m_faces.rowCount())),
            m_session.isReadOnly());
    } catch (const std::exception& error) {
        m_notice->tell(translated(error), true);
        return;
    }
    if (!isEditing()) {  // the editor shows the photograph itself, and needs the room
        m_inspectorWasShown = m_right->isVisibleTo(this);
        m_right->hide();
    }
    m_stack->setCurrentWidget(m_editor);
    updateState();
}

void FacesPage::closeEditor() {
    m_editor->finish();
    m_stack->setCurrentWidget(m_grid);
    m_right->setVisible(m_inspectorWasShown);
    updateState();
    m_grid->setFocus();
}

void FacesPage::step(int by) {
    m_editor->finish();
    const int row = m_grid->currentIndex().row() + by;
    if (row < 0 || row >= m_faces.rowCount()) return;
    m_grid->setCurrentIndex(m_faces.index(row));
    if (isEditing()) openEditor();
}

void FacesPage::setCoverageShown(bool shown) {
    if (isEditing()) closeEditor();
    m_showCoverage->setChecked(shown);
    if (shown) m_coverage->load(m_session.isOpen() ? m_session.path() : std::filesystem::path());
    updateState();
}

void FacesPage::search(const QString& query, const QString& order) {
    setCoverageShown(false);
    if (!order.isEmpty()) {
        const bool descending = order.startsWith(QLatin1Char('-'));
        const QSignalBlocker quiet(m_descending);
        m_sorting->setCurrentIndex(std::max(0, m_sorting->findData(order.mid(descending ? 1 : 0))));
        m_descending->setChecked(descending);
    }
    m_query->setText(query);
    startSearch();
}

FaceOrder FacesPage::order() const {
    return parseFaceOrder(
        ((m_descending->isChecked() ? QStringLiteral("-") : QString()) + m_sorting->currentData().toString())
            .toStdString());
}

void FacesPage::startSearch() {
    m_typing->stop();
    m_fault->hide();
    const bool plain = m_sorting->currentIndex() <= 0 && !m_descending->isChecked();
    if (!m_session.isOpen() || (plain && m_query->text().trimmed().isEmpty())) {
        m_search.forget();
        m_faces.setFound({});
        updateState();
        return;
    }
    m_search.look({.project = m_session.path(), .query = m_query->text(), .order = order()});
}

void FacesPage::showFault(const QString& why) {
    m_fault->setText(why);
    m_fault->show();
}

void FacesPage::fillSortings() {
    const int chosen = std::max(0, m_sorting->currentIndex());
    m_sorting->clear();
    m_sorting->addItem(tr("As added"), QStringLiteral("added"));
    m_sorting->addItem(tr("Person"), QStringLiteral("person"));
    m_sorting->addItem(tr("File"), QStringLiteral("file"));
    m_sorting->addItem(tr("Time"), QStringLiteral("time"));
    for (const ScoreInfo& score : faceScoreTable())
        m_sorting->addItem(coreText(score.label), QString::fromLatin1(score.key));
    m_sorting->setCurrentIndex(chosen);
}

void FacesPage::applyFilter() {
    m_faces.setFilter({.person = m_people.personAt(m_peopleView->currentIndex()),
                       .withExcluded = m_showExcluded->isChecked()});
    updateState();
}

void FacesPage::showSelection() {
    const QModelIndex current = m_grid->currentIndex();
    if (current.isValid()) {
        const Face& face = m_faces.face(current);
        std::optional<FaceScores> scores;
        try {
            scores = faceScores(m_session.database(), face.id);
        } catch (const std::exception& error) {
            m_notice->tell(translated(error), true);
        }
        m_inspector->setFace(face, person(face.person), scores);
    } else {
        m_inspector->clear();
    }
    updateState();
}

void FacesPage::updateState() {
    const bool writable = m_session.isOpen() && !m_session.isReadOnly();
    const bool working = isWorking();
    const QString reason = !m_session.isOpen()      ? tr("Open a project first.")
                           : m_session.isReadOnly() ? tr("This project can only be read.")
                                                    : tr("Wait until the present work is done.");
    for (QAction* action : {m_importFiles, m_importFolder}) {
        action->setEnabled(writable && !working);
        action->setToolTip(action->isEnabled() ? action->text() : reason);
    }
    for (QPushButton* button : {m_importButton, m_emptyImport}) {
        button->setEnabled(writable && !working);
        button->setToolTip(button->isEnabled() ? tr("Bring pictures into the project") : reason);
    }
    m_lookThrough->setEnabled(writable && !working && m_faces.total() > 0);
    const QModelIndexList selected = m_grid->selectionModel()->selectedIndexes();
    const bool any = writable && !selected.isEmpty();
    for (QAction* action : {m_exclude, m_include}) action->setEnabled(any);
    m_excludeButton->setEnabled(any);
    m_move->setEnabled(any);
    m_moveMenu->menuAction()->setEnabled(any);

    const QLocale locale;
    const QString shown = locale.toString(m_faces.rowCount());
    m_count->setText(selected.isEmpty()
                         ? tr("%1 faces shown").arg(shown)
                         : tr("%1 selected of %2 shown").arg(locale.toString(selected.size()), shown));
    const bool empty = m_faces.rowCount() == 0;
    // The editor has a line of its own for what is done with its one face.
    for (QWidget* bar : {m_toolbar, m_bottomBar}) bar->setVisible(!isEditing());
    if (!isEditing()) m_stack->setCurrentIndex(m_showCoverage->isChecked() ? 2 : empty ? 1 : 0);
    for (QAction* action : {m_editLandmarks, m_editMask})
        action->setEnabled(m_grid->currentIndex().isValid());
    m_coverage->setMayMeasure(m_lookThrough->isEnabled());
    const bool filtered = m_faces.total() > 0;
    m_emptyText->setText(filtered ? tr("No face matches the filter.")
                                  : tr("No faces yet. Drop pictures or a folder here."));
    m_emptyImport->setVisible(!filtered);
}

std::vector<std::int64_t> FacesPage::selectedFaces() const {
    std::vector<std::int64_t> ids;
    for (const QModelIndex& index : m_grid->selectionModel()->selectedIndexes())
        ids.push_back(m_faces.face(index).id);
    std::ranges::sort(ids);
    return ids;
}

std::optional<Person> FacesPage::person(std::int64_t id) const {
    const auto found = std::ranges::find(m_people.people(), id, &Person::id);
    return found == m_people.people().end() ? std::nullopt : std::optional(*found);
}

void FacesPage::setSelectionExcluded(bool excluded) {
    const std::vector<std::int64_t> ids = selectedFaces();
    m_history.carryOut([&](Database& database) { return excludeFaces(database, ids, excluded); });
}

void FacesPage::moveSelectionTo(const QString& name) {
    const std::vector<std::int64_t> ids = selectedFaces();
    if (ids.empty() || name.isEmpty()) return;
    m_history.carryOut([&](Database& database) {
        return moveFaces(database, ids, ensurePerson(database, name.toStdString()));
    });
}

void FacesPage::fillMoveMenu() {
    m_moveMenu->clear();
    for (const Person& person : m_people.people()) {
        const QString name = QString::fromStdString(person.name);
        m_moveMenu->addAction(name, this, [this, name] { moveSelectionTo(name); });
    }
    m_moveMenu->addSeparator();
    m_moveMenu->addAction(m_newPerson);
}

void FacesPage::askNewPerson() {
    const QString name = QInputDialog::getText(this, tr("New person"), tr("Name of the person")).trimmed();
    if (!name.isEmpty()) moveSelectionTo(name);
}

void FacesPage::showPersonMenu(const QPoint& place) {
    const QModelIndex index = m_peopleView->indexAt(place);
    const auto id = m_people.personAt(index);
    if (!id || m_session.isReadOnly()) return;
    QMenu menu(this);
    menu.addAction(tr("Rename"), this, [this, index] { m_peopleView->edit(index); });
    QAction* recorded = menu.addAction(tr("Consent recorded"));
    recorded->setCheckable(true);
    recorded->setChecked(person(*id) && person(*id)->consent == Consent::Recorded);
    connect(recorded, &QAction::toggled, this, [this, id](bool on) {
        attempt([&](Database& database) {
            setConsent(database, *id, on ? Consent::Recorded : Consent::Unknown);
        });
    });
    menu.exec(m_peopleView->viewport()->mapToGlobal(place));
}

}  // namespace visagist
