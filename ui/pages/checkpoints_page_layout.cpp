// What the checkpoints workspace is made of; how it behaves stands in checkpoints_page.cpp.
#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/models/checkpoint_list_model.h"
#include "ui/pages/checkpoints_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/sample_grid.h"

namespace visagist {

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
    for (QAction** action : {&m_restore, &m_branch, &m_use, &m_verify, &m_export, &m_delete}) {
        *action = new QAction(this);
        addAction(*action);
    }
    m_restore->setIcon(icon("restore"));
    m_branch->setIcon(icon("branch"));
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
    connect(m_branch, &QAction::triggered, this, [this] {
        if (chosen()) Q_EMIT branchWanted(*chosen());
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
    row->addWidget(makeActionButton(m_branch));
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

}  // namespace visagist
