#include "ui/pages/checkpoints_page.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "core/store/metric_table.h"
#include "core/store/run_table.h"
#include "core/store/safetensors.h"
#include "ui/bridge/retire_job.h"
#include "ui/bridge/translate.h"
#include "ui/models/checkpoint_list_model.h"
#include "ui/models/words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/sample_grid.h"

namespace visagist {

namespace {

/// The stored sample grid nearest to a step; null where the run has none.
QImage nearestSample(const std::filesystem::path& path, std::int64_t run, std::int64_t step) {
    const Project project = Project::open(path, Access::ReadOnly);
    std::optional<std::int64_t> nearest;
    for (const SampleInfo& sample : samples(project.database(), run)) {
        if (!nearest || std::abs(sample.step - step) < std::abs(*nearest - step)) nearest = sample.step;
    }
    if (!nearest) return {};
    const std::vector<std::uint8_t> png = samplePng(project.database(), run, *nearest);
    return QImage::fromData(png.data(), static_cast<int>(png.size())).convertToFormat(QImage::Format_RGB32);
}

}  // namespace

void CheckpointFilter::setRun(std::int64_t run) {
    m_run = run;
    invalidateFilter();
}

void CheckpointFilter::setText(const QString& text) {
    m_text = text.trimmed();
    invalidateFilter();
}

bool CheckpointFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex step = sourceModel()->index(row, CheckpointListModel::Step, parent);
    if (m_run && step.data(CheckpointListModel::RunRole).toLongLong() != m_run) return false;
    if (m_text.isEmpty()) return true;
    for (const int column :
         {CheckpointListModel::Step, CheckpointListModel::RunName, CheckpointListModel::Note}) {
        const QString text = sourceModel()->index(row, column, parent).data().toString();
        if (text.contains(m_text, Qt::CaseInsensitive)) return true;
    }
    return step.data(CheckpointListModel::SortRole).toString().contains(m_text);
}

CheckpointsPage::CheckpointsPage(ProjectSession& session, TrainingSession& training, QWidget* parent)
    : Page(session, parent),
      m_training(training),
      m_makeTrainer([](TrainRequest request) { return makeTrainer(std::move(request)); }),
      m_model(new CheckpointListModel(this)),
      m_filter(new CheckpointFilter(this)),
      m_splitter(new QSplitter(Qt::Horizontal)),
      m_notice(new NoticeBar) {
    makeActions();
    makeTable();
    m_sampleTitle = makeLabel("heading");
    m_sample = new SampleGridView;
    auto* lower = new QWidget;
    auto* lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(size::edge, size::gap, size::edge, size::edge);
    lowerColumn->addWidget(m_sampleTitle);
    lowerColumn->addWidget(m_sample, 1);
    auto* work = new QSplitter(Qt::Vertical);
    work->setHandleWidth(1);
    work->setChildrenCollapsible(false);
    work->addWidget(m_stack);
    work->addWidget(lower);
    work->setStretchFactor(0, 1);
    work->setStretchFactor(1, 1);
    auto* middle = new QWidget;
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeToolbar());
    column->addWidget(m_notice);
    column->addWidget(work, 1);
    m_inspector = makeInspector();
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(middle);
    m_splitter->addWidget(m_inspector);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setSizes({1000, size::inspector});
    m_inspector->setMinimumWidth(size::narrowInspector);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_splitter);

    connect(&m_session, &ProjectSession::projectChanged, this, [this] {
        m_notice->tell({}, false);
        reload();
    });
    connect(&m_session, &ProjectSession::runsChanged, this, &CheckpointsPage::reload);
    connect(&m_training, &TrainingSession::stateChanged, this, &CheckpointsPage::refreshActions);
    retranslate();
    reload();
}

CheckpointsPage::~CheckpointsPage() = default;

void CheckpointsPage::makeActions() {
    for (QAction** action : {&m_restore, &m_use, &m_verify, &m_export, &m_delete}) {
        *action = new QAction(this);
        addAction(*action);
    }
    m_restore->setIcon(icon("restore"));
    m_use->setIcon(icon("fuse"));
    m_verify->setIcon(icon("shieldok"));
    m_export->setIcon(icon("export"));
    m_delete->setIcon(icon("trash", &Tokens::error));
    connect(m_restore, &QAction::triggered, this, &CheckpointsPage::restore);
    connect(m_use, &QAction::triggered, this, [this] {
        if (!chosen()) return;
        Q_EMIT fuseWanted(chosen()->id);
        Q_EMIT workspaceWanted(QStringLiteral("fuse"));
    });
    connect(m_verify, &QAction::triggered, this, &CheckpointsPage::verify);
    connect(m_export, &QAction::triggered, this, &CheckpointsPage::exportWeights);
    connect(m_delete, &QAction::triggered, this, &CheckpointsPage::removeChosen);
}

void CheckpointsPage::makeTable() {
    m_filter->setSourceModel(m_model);
    m_filter->setSortRole(CheckpointListModel::SortRole);
    m_table = new QTableView;
    m_table->setModel(m_filter);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(CheckpointListModel::Saved, Qt::DescendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setIconSize({size::icon, size::icon});
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(32);
    m_table->horizontalHeader()->setSectionsMovable(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    const std::pair<int, int> widths[] = {
        {CheckpointListModel::Star, 36},           {CheckpointListModel::Step, 76},
        {CheckpointListModel::RunName, 140},       {CheckpointListModel::Generator, 92},
        {CheckpointListModel::Discriminator, 112}, {CheckpointListModel::Reconstruction, 122},
        {CheckpointListModel::Validation, 92},     {CheckpointListModel::Size, 80},
        {CheckpointListModel::Saved, 100}};
    for (const auto& [columnIndex, width] : widths) m_table->setColumnWidth(columnIndex, width);

    m_empty = new QWidget;
    m_emptyText = makeLabel("muted");
    m_emptyText->setWordWrap(true);
    m_emptyText->setAlignment(Qt::AlignCenter);
    m_toTrain = new QPushButton;
    auto* column = new QVBoxLayout(m_empty);
    column->addStretch(1);
    column->addWidget(m_emptyText);
    column->addWidget(m_toTrain, 0, Qt::AlignHCenter);
    column->addStretch(1);
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);

    connect(m_toTrain, &QPushButton::clicked, this,
            [this] { Q_EMIT workspaceWanted(QStringLiteral("train")); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &CheckpointsPage::showChosen);
    connect(m_table, &QTableView::clicked, this, &CheckpointsPage::toggleStar);
    connect(m_model, &CheckpointListModel::starEdited, this, [this](std::int64_t id, bool starred) {
        enqueue({{},
                 [id, starred](CheckpointStore& store) {
                     store.setStarred(id, starred);
                     return std::any();
                 },
                 {},
                 true});
    });
    connect(m_model, &CheckpointListModel::noteEdited, this, [this](std::int64_t id, const QString& note) {
        enqueue({{},
                 [id, text = note.toStdString()](CheckpointStore& store) {
                     store.setNote(id, text);
                     return std::any();
                 },
                 {},
                 true});
    });
}

QWidget* CheckpointsPage::makeToolbar() {
    m_runs = new QComboBox;
    m_runs->setMinimumWidth(170);
    m_search = new QLineEdit;
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon("search", &Tokens::muted), QLineEdit::LeadingPosition);
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(size::edge, 8, size::edge, 8);
    row->setSpacing(size::gap);
    row->addWidget(m_runs);
    row->addWidget(m_search, 1);
    row->addWidget(makeActionButton(m_use));
    row->addWidget(makeActionButton(m_restore));
    connect(m_runs, &QComboBox::currentIndexChanged, this,
            [this] { m_filter->setRun(m_runs->currentData().toLongLong()); });
    connect(m_search, &QLineEdit::textChanged, this,
            [this](const QString& text) { m_filter->setText(text); });
    return bar;
}

QWidget* CheckpointsPage::makeInspector() {
    auto* panel = new QWidget;
    setKind(panel, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    m_title = makeLabel("heading");
    m_title->setMinimumHeight(size::panelHeader - 8);
    m_facts = new QLabel;
    m_facts->setTextFormat(Qt::RichText);
    m_facts->setWordWrap(true);
    m_hashTitle = makeLabel("mutedcaption");
    m_hash = new QLineEdit;
    m_hash->setReadOnly(true);
    m_hash->setFont(visagist::font(Type::Caption));
    m_busy = makeLabel("mutedsmall");
    m_busy->setWordWrap(true);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(size::edge, 4, size::edge, size::edge);
    column->setSpacing(size::gap);
    column->addWidget(m_title);
    column->addWidget(m_facts);
    column->addWidget(m_hashTitle);
    column->addWidget(m_hash);
    column->addSpacing(size::gap);
    for (QAction* action : {m_verify, m_export, m_delete}) {
        QPushButton* button = makeActionButton(action);
        if (action == m_delete) setKind(button, "danger");
        column->addWidget(button);
    }
    column->addWidget(m_busy);
    column->addStretch(1);
    return panel;
}

void CheckpointsPage::enqueue(Task task) {
    m_tasks.push_back(std::move(task));
    if (!m_running) runNext();
}

void CheckpointsPage::runNext() {
    m_running.reset();
    m_busy->clear();
    if (m_tasks.empty() || !m_session.isOpen()) {
        m_tasks.clear();
        refreshActions();
        return;
    }
    m_running = std::move(m_tasks.front());
    m_tasks.pop_front();
    m_busy->setText(m_running->busy);
    refreshActions();
    freshJob(m_job, this);
    connect(m_job.get(), &BackgroundJob::finished, this,
            [this, path = m_session.path()](const JobOutcome& outcome) {
                const Task task = std::move(*m_running);
                const bool sameProject = m_session.path() == path;
                if (outcome.error && sameProject) {
                    if (outcome.error->code() == ErrorCode::NotFound && !task.writes && task.busy.isEmpty())
                        take({});  // nothing was ever saved
                    else
                        m_notice->tell(translated(*outcome.error), true);
                } else if (!outcome.error && sameProject && task.done) {
                    task.done(outcome.result);
                }
                runNext();
            });
    const Access access = m_running->writes ? Access::ReadWrite : Access::ReadOnly;
    m_job->start([path = m_session.project().checkpointsPath(), access, work = m_running->work](
                     std::stop_token, const BackgroundJob::Report&) {
        CheckpointStore store(path, access);
        return work(store);
    });
}

void CheckpointsPage::reload() {
    m_model->setEditable(m_session.isOpen() && !m_session.isReadOnly());
    if (!m_session.isOpen()) {
        m_tasks.clear();
        take({});
        return;
    }
    for (const Task& waiting : m_tasks) {
        if (waiting.busy.isEmpty() && !waiting.writes) return;  // the list will be read anyway
    }
    enqueue({{},
             [](CheckpointStore& store) { return std::any(store.list()); },
             [this](const std::any& list) { take(std::any_cast<std::vector<CheckpointInfo>>(list)); },
             false});
}

void CheckpointsPage::take(std::vector<CheckpointInfo> checkpoints) {
    std::map<std::int64_t, QString> names;
    try {
        if (m_session.isOpen()) {
            for (const Run& run : runs(m_session.database()))
                names[run.id] = QString::fromStdString(run.name);
        }
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
    }
    const std::int64_t keep = chosen() ? chosen()->id : 0;
    const qlonglong filtered = m_runs->currentData().toLongLong();
    {
        const QSignalBlocker quiet(m_runs);
        m_runs->clear();
        m_runs->addItem(tr("All runs"), 0);
        for (auto name = names.rbegin(); name != names.rend(); ++name)
            m_runs->addItem(name->second, static_cast<qlonglong>(name->first));
        m_runs->setCurrentIndex(std::max(0, m_runs->findData(filtered)));
    }
    m_filter->setRun(m_runs->currentData().toLongLong());
    m_model->setCheckpoints(std::move(checkpoints), std::move(names));
    m_stack->setCurrentWidget(m_model->rowCount() ? static_cast<QWidget*>(m_table) : m_empty);
    int wanted = m_filter->rowCount() ? 0 : -1;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        if (m_filter->index(row, 0).data(CheckpointListModel::IdRole).toLongLong() == keep) wanted = row;
    }
    if (wanted >= 0) m_table->selectRow(wanted);
    showChosen();
}

const CheckpointInfo* CheckpointsPage::chosen() const {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty()) return nullptr;
    return m_model->find(rows.front().data(CheckpointListModel::IdRole).toLongLong());
}

void CheckpointsPage::showChosen() {
    const CheckpointInfo* checkpoint = chosen();
    for (QWidget* part : {static_cast<QWidget*>(m_facts), static_cast<QWidget*>(m_hashTitle),
                          static_cast<QWidget*>(m_hash), static_cast<QWidget*>(m_sampleTitle)}) {
        part->setVisible(checkpoint != nullptr);
    }
    if (!checkpoint) {
        m_title->setText(tr("No checkpoint chosen"));
        m_sample->setGrid({}, 0, 0);
        refreshActions();
        return;
    }
    m_title->setText(tr("Step %1").arg(stepText(checkpoint->step)));
    QString rows;
    const auto row = [&](const QString& name, const QString& value) {
        rows += QStringLiteral(
                    "<tr><td style='color:%1; padding:2px 16px 2px 0'>%2</td><td align='right'>%3</td></tr>")
                    .arg(colour(tokens().muted).name(), name.toHtmlEscaped(), value.toHtmlEscaped());
    };
    row(tr("Run"), m_model->runName(checkpoint->run));
    row(tr("Saved"),
        QLocale().toString(QDateTime::fromMSecsSinceEpoch(checkpoint->time), QLocale::ShortFormat));
    row(tr("Size"), bytesText(checkpoint->bytes));
    for (const int column : {CheckpointListModel::Generator, CheckpointListModel::Discriminator,
                             CheckpointListModel::Reconstruction, CheckpointListModel::Validation}) {
        const QModelIndex cell = m_table->selectionModel()->selectedRows(column).value(0);
        row(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), cell.data().toString());
    }
    m_facts->setText(QStringLiteral("<table width='100%' cellspacing='0'>%1</table>").arg(rows));
    m_hash->setText(QString::fromStdString(checkpoint->weightsSha256));
    m_hash->setCursorPosition(0);
    showSampleOf(*checkpoint);
    refreshActions();
}

void CheckpointsPage::showSampleOf(const CheckpointInfo& checkpoint) {
    m_sampleTitle->setText(tr("Samples at step %1").arg(stepText(checkpoint.step)));
    freshJob(m_sampleJob, this);
    connect(m_sampleJob.get(), &BackgroundJob::finished, this, [this](const JobOutcome& outcome) {
        const QImage grid = outcome.succeeded() ? std::any_cast<QImage>(outcome.result) : QImage();
        const int columns = static_cast<int>(SampleGrid::columnTitles().size());
        const int side = std::max(1, grid.width() / columns);
        m_sample->setGrid(grid, std::max(1, grid.height() / side), columns);
    });
    m_sampleJob->start([path = m_session.path(), run = checkpoint.run, step = checkpoint.step](
                           std::stop_token, const BackgroundJob::Report&) {
        return std::any(nearestSample(path, run, step));
    });
}

void CheckpointsPage::refreshActions() {
    const bool any = chosen() != nullptr;
    const bool busy = m_running && !m_running->busy.isEmpty();
    const bool readOnly = m_session.isReadOnly();
    const bool training = !canStart(m_training.state());
    const QString none = tr("Choose a checkpoint first");
    const auto set = [&](QAction* action, const QString& tip, const QString& obstacle) {
        action->setEnabled(obstacle.isEmpty());
        action->setToolTip(obstacle.isEmpty() ? tip : obstacle);
    };
    const QString wait = busy ? m_running->busy : QString();
    const QString locked = readOnly ? tr("The project is open for reading only") : QString();
    set(m_use, tr("Load this checkpoint in Fuse"), any ? QString() : none);
    set(m_restore, tr("Go on training from this checkpoint"),
        !any       ? none
        : training ? tr("A run is on: stop it first")
                   : locked);
    set(m_verify, tr("Read it whole and compare every hash"), any ? wait : none);
    set(m_export, tr("Write the averaged weights to a file that other tools read"), any ? wait : none);
    set(m_delete, tr("Delete this checkpoint"), !any ? none : readOnly ? locked : wait);
}

void CheckpointsPage::toggleStar(const QModelIndex& place) {
    if (place.column() != CheckpointListModel::Star) return;
    const QModelIndex source = m_filter->mapToSource(place);
    const CheckpointInfo* checkpoint = m_model->at(source.row());
    if (checkpoint) m_model->setData(source, !checkpoint->starred, Qt::EditRole);
}

void CheckpointsPage::restore() {
    const CheckpointInfo* checkpoint = chosen();
    if (!checkpoint || !canStart(m_training.state())) return;
    std::int64_t newest = checkpoint->step;
    for (const CheckpointInfo& other : m_model->checkpoints()) {
        if (other.run == checkpoint->run) newest = std::max(newest, other.step);
    }
    if (newest > checkpoint->step) {
        QMessageBox box(
            QMessageBox::Question, tr("Go on from step %1?").arg(stepText(checkpoint->step)),
            tr("The run went on to step %1. Curves and samples after step %2 are made anew; later "
               "checkpoints stay until newer ones take their place.")
                .arg(stepText(newest), stepText(checkpoint->step)),
            QMessageBox::NoButton, this);
        const QPushButton* go =
            box.addButton(tr("Go on from step %1").arg(stepText(checkpoint->step)), QMessageBox::AcceptRole);
        box.setDefaultButton(box.addButton(tr("Leave it"), QMessageBox::RejectRole));
        box.exec();
        if (box.clickedButton() != go) return;
    }
    TrainRequest request;
    request.project = m_session.path();
    request.resumeRun = checkpoint->run;
    request.checkpoint = checkpoint->id;
    try {
        request.recipe = currentRecipe(m_session.database(), checkpoint->run);
        m_training.start(m_makeTrainer(std::move(request)));
        Q_EMIT workspaceWanted(QStringLiteral("train"));
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
    }
}

void CheckpointsPage::verify() {
    const CheckpointInfo* checkpoint = chosen();
    if (!checkpoint) return;
    const QString step = stepText(checkpoint->step);
    enqueue(
        {tr("Checking step %1…").arg(step),
         [id = checkpoint->id](CheckpointStore& store) { return std::any(store.verify(id)); },
         [this, step](const std::any& whole) {
             if (std::any_cast<bool>(whole))
                 Q_EMIT told(tr("The checkpoint of step %1 is whole: every hash is right.").arg(step));
             else
                 m_notice->tell(
                     tr("The checkpoint of step %1 is damaged. Resuming passes it over; use an older one.")
                         .arg(step),
                     true);
         },
         false});
}

void CheckpointsPage::exportWeights() {
    const CheckpointInfo* checkpoint = chosen();
    if (!checkpoint) return;
    const QString suggested = QStringLiteral("%1-%2.safetensors")
                                  .arg(QString::fromStdString(m_session.project().name()))
                                  .arg(checkpoint->step);
    const QString folder = fromPath(m_session.path().parent_path());
    const QString name = QFileDialog::getSaveFileName(
        this, tr("Export weights"), folder + QLatin1Char('/') + suggested, tr("Safetensors (*.safetensors)"));
    if (name.isEmpty()) return;
    enqueue(
        {tr("Writing %1…").arg(name),
         [id = checkpoint->id, path = toPath(name)](CheckpointStore& store) {
             const Checkpoint loaded = store.load(id, "ema/");
             writeSafetensors(
                 path, loaded.tensors,
                 {{"format", "visagist"}, {"step", std::to_string(loaded.step)}, {"state", loaded.state}});
             return std::any();
         },
         [this, name](const std::any&) { Q_EMIT told(tr("The weights are in %1.").arg(name)); }, false});
}

void CheckpointsPage::removeChosen() {
    const CheckpointInfo* checkpoint = chosen();
    if (!checkpoint) return;
    QMessageBox box(
        QMessageBox::Question, tr("Delete the checkpoint of step %1?").arg(stepText(checkpoint->step)),
        tr("%1, step %2, %3. It cannot be brought back.")
            .arg(m_model->runName(checkpoint->run), stepText(checkpoint->step), bytesText(checkpoint->bytes)),
        QMessageBox::NoButton, this);
    if (checkpoint->starred) box.setInformativeText(tr("It is starred."));
    QPushButton* remove =
        box.addButton(tr("Delete %1").arg(bytesText(checkpoint->bytes)), QMessageBox::DestructiveRole);
    setKind(remove, "danger");
    box.setDefaultButton(box.addButton(tr("Keep it"), QMessageBox::RejectRole));
    box.exec();
    if (box.clickedButton() != remove) return;
    enqueue({tr("Deleting step %1…").arg(stepText(checkpoint->step)),
             [id = checkpoint->id](CheckpointStore& store) {
                 store.remove(id);
                 return std::any();
             },
             [this](const std::any&) { m_session.tellRunsChanged(); }, true});
}

QWidget* CheckpointsPage::middle() const { return m_table; }

void CheckpointsPage::retranslate() {
    m_restore->setText(tr("Restore…"));
    m_use->setText(tr("Use in Fuse"));
    m_verify->setText(tr("Verify"));
    m_export->setText(tr("Export weights…"));
    m_delete->setText(tr("Delete…"));
    m_runs->setAccessibleName(tr("Run"));
    if (m_runs->count()) m_runs->setItemText(0, tr("All runs"));
    m_search->setPlaceholderText(tr("Filter by note, step or run"));
    m_search->setAccessibleName(tr("Filter by note, step or run"));
    m_table->setAccessibleName(tr("Checkpoints"));
    m_emptyText->setText(tr("No checkpoint yet. A run saves one every so many steps, and when it stops."));
    m_toTrain->setText(tr("Go to Train"));
    m_hashTitle->setText(tr("SHA-256 of the weights"));
    m_hash->setAccessibleName(tr("SHA-256 of the weights"));
    m_sample->setEmptyText(tr("No sample was made in this run yet."));
    QStringList titles;
    for (const std::string& title : SampleGrid::columnTitles()) titles << coreText(title);
    m_sample->setTitles(titles);
    m_notice->retranslate();
    m_model->retranslate();
    showChosen();
}

}  // namespace visagist
