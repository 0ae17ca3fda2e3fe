// What the faces workspace is made of; how it behaves stands in faces_page.cpp.
#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/pages/coverage_view.h"
#include "ui/pages/face_editor.h"
#include "ui/pages/faces_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/busy_bar.h"
#include "ui/widgets/face_grid.h"
#include "ui/widgets/face_inspector.h"
#include "ui/widgets/notice_bar.h"

namespace visagist {

FacesPage::FacesPage(ProjectSession& session, QWidget* parent) : Page(session, parent) {
    setAcceptDrops(true);
    makeActions();
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeLeft());
    splitter->addWidget(makeMiddle());
    m_inspector = new FaceInspector;
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_inspector);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setKind(scroll, "panel");
    setKind(m_inspector, "panel");
    scroll->setMinimumWidth(size::narrowInspector);
    splitter->addWidget(scroll);
    m_right = scroll;
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({size::leftPanel, 900, size::inspector});
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);
    connectViews();
    retranslate();
    reload();
}

void FacesPage::makeActions() {
    const auto add = [this](const char* iconName, const QKeySequence& key) {
        auto* action = new QAction(this);
        if (iconName) action->setIcon(icon(iconName));
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
        return action;
    };
    m_importFiles = add("import", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_I));
    m_importFolder = add("folder", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
    m_exclude = add("eyeoff", QKeySequence::Delete);
    m_include = add("eye", QKeySequence(Qt::SHIFT | Qt::Key_Delete));
    m_editLandmarks = add("points", Qt::Key_E);
    m_editMask = add("mask", Qt::Key_M);
    m_showExcluded = add(nullptr, {});
    m_lookThrough = add("faces", {});
    for (QAction** action : {&m_showCopies, &m_showStrangers, &m_showBlurred}) *action = add(nullptr, {});
    m_showCoverage = add("grid", QKeySequence(Qt::CTRL | Qt::Key_G));
    m_showCoverage->setCheckable(true);
    m_showExcluded->setCheckable(true);
    m_showExcluded->setChecked(true);
    m_newPerson = add("plus", {});
    for (QAction* action : {m_importFiles, m_importFolder}) action->setShortcutContext(Qt::WindowShortcut);
    m_moveMenu = new QMenu(this);
    m_curateMenu = new QMenu(this);
    m_curateMenu->addActions({m_lookThrough, m_showCoverage});
    m_curateMenu->addSeparator();
    m_curateMenu->addActions({m_showCopies, m_showStrangers, m_showBlurred});
}

QWidget* FacesPage::makeLeft() {
    m_left = new QWidget;
    setKind(m_left, "panel");
    m_left->setAttribute(Qt::WA_StyledBackground);
    m_left->setMinimumWidth(168);
    m_peopleHeading = makeLabel("heading", m_left);
    m_peopleHeading->setMinimumHeight(size::panelHeader);
    m_peopleHeading->setContentsMargins(size::edge, 0, size::edge, 0);
    m_peopleView = new QListView(m_left);
    m_peopleView->setModel(&m_people);
    m_peopleView->setItemDelegate(new PersonDelegate(m_peopleView));
    m_peopleView->setMouseTracking(true);
    m_peopleView->setEditTriggers(QListView::EditKeyPressed);
    m_peopleView->setContextMenuPolicy(Qt::CustomContextMenu);
    m_peopleView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* column = new QVBoxLayout(m_left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_peopleHeading);
    column->addWidget(m_peopleView, 1);
    return m_left;
}

QWidget* FacesPage::makeMiddle() {
    auto* middle = new QWidget;
    middle->setMinimumWidth(360);
    m_toolbar = makeToolbar();
    m_bottomBar = makeBottomBar();
    m_fault = makeLabel("muted", middle);
    m_fault->setWordWrap(true);
    m_fault->setContentsMargins(size::edge, 0, size::edge, 6);
    m_fault->hide();
    m_notice = new NoticeBar(middle);
    m_busy = new BusyBar(middle);
    m_grid = new FaceGrid(middle);
    m_grid->setModel(&m_faces);
    m_grid->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_grid->addActions({m_editLandmarks, m_editMask, m_exclude, m_include});
    m_stack = new QStackedWidget(middle);
    m_stack->addWidget(m_grid);
    m_stack->addWidget(makeEmptyState());
    m_coverage = new CoverageView(middle);
    m_stack->addWidget(m_coverage);
    m_editor = new FaceEditor([this](const auto& edit) { m_history.carryOut(edit); }, middle);
    m_stack->addWidget(m_editor);
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolbar);
    column->addWidget(m_fault);
    column->addWidget(m_notice);
    column->addWidget(m_busy);
    column->addWidget(m_stack, 1);
    column->addWidget(m_bottomBar);
    return middle;
}

QWidget* FacesPage::makeToolbar() {
    auto* bar = new QWidget;
    bar->setMinimumHeight(size::toolbar);
    m_importButton = new QPushButton(icon("import"), QString(), bar);
    auto* menu = new QMenu(m_importButton);
    menu->addActions({m_importFiles, m_importFolder});
    m_importButton->setMenu(menu);
    m_query = new QLineEdit(bar);
    m_query->setClearButtonEnabled(true);
    m_query->addAction(icon("search", &Tokens::muted), QLineEdit::LeadingPosition);
    m_typing = new QTimer(this);
    m_typing->setSingleShot(true);
    m_typing->setInterval(150);
    m_sorting = new QComboBox(bar);
    m_sorting->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sorting->setMinimumContentsLength(9);
    m_descending = new QToolButton(bar);
    m_descending->setIcon(icon("sort"));
    m_descending->setCheckable(true);
    m_curate = new QPushButton(bar);
    m_curate->setMenu(m_curateMenu);
    m_coverageButton = new QToolButton(bar);
    m_coverageButton->setDefaultAction(m_showCoverage);
    m_showExcludedButton = new QToolButton(bar);
    m_showExcludedButton->setIcon(icon("eyeoff"));
    m_showExcludedButton->setCheckable(true);
    m_showExcludedButton->setChecked(true);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(size::edge, 6, size::edge, 6);
    row->setSpacing(size::gap);
    row->addWidget(m_importButton);
    row->addWidget(m_curate);
    row->addWidget(m_coverageButton);
    row->addWidget(m_query, 1);
    row->addWidget(m_sorting);
    row->addWidget(m_descending);
    row->addWidget(m_showExcludedButton);
    return bar;
}

QWidget* FacesPage::makeBottomBar() {
    auto* bar = new QFrame;
    bar->setMinimumHeight(size::toolbar);
    m_count = new QLabel(bar);
    m_thumbSize = new QSlider(Qt::Horizontal, bar);
    m_thumbSize->setRange(FaceGrid::kSmallest, FaceGrid::kLargest);
    m_thumbSize->setSingleStep(8);
    m_thumbSize->setPageStep(32);
    m_thumbSize->setValue(FaceGrid::kUsual);
    m_thumbSize->setFixedWidth(96);
    m_move = new QPushButton(bar);
    m_move->setMenu(m_moveMenu);
    m_excludeButton = new QPushButton(icon("eyeoff"), QString(), bar);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(size::edge, 6, size::edge, 6);
    row->setSpacing(size::gap);
    row->addWidget(m_count, 1);
    row->addWidget(m_thumbSize);
    row->addSpacing(size::gap);
    row->addWidget(m_move);
    row->addWidget(m_excludeButton);
    auto* line = new QFrame(bar);
    setKind(line, "separator");
    auto* column = new QVBoxLayout(bar);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(line);
    column->addLayout(row);
    return bar;
}

QWidget* FacesPage::makeEmptyState() {
    auto* empty = new QFrame;
    setKind(empty, "canvas");
    m_emptyText = new QLabel(empty);
    m_emptyText->setAlignment(Qt::AlignCenter);
    m_emptyText->setWordWrap(true);
    m_emptyImport = new QPushButton(icon("import"), QString(), empty);
    m_emptyImport->setMenu(m_importButton->menu());
    auto* column = new QVBoxLayout(empty);
    column->setSpacing(size::edge);
    column->addStretch(1);
    column->addWidget(m_emptyText);
    column->addWidget(m_emptyImport, 0, Qt::AlignHCenter);
    column->addStretch(1);
    return empty;
}

void FacesPage::retranslate() {
    m_importFiles->setText(tr("Import pictures…"));
    m_importFolder->setText(tr("Import folder…"));
    m_exclude->setText(tr("Exclude"));
    m_include->setText(tr("Take in again"));
    m_showExcluded->setText(tr("Show excluded faces"));
    m_newPerson->setText(tr("New person…"));
    m_exclude->setToolTip(tr("Exclude from training (Delete). Nothing is deleted."));
    m_include->setToolTip(tr("Take in again (Shift+Delete)"));
    m_editLandmarks->setText(tr("Edit landmarks…"));
    m_editLandmarks->setToolTip(tr("Correct where the landmarks of this face are (E, Enter)"));
    m_editMask->setText(tr("Paint mask…"));
    m_editMask->setToolTip(tr("Paint what belongs to the face (M)"));
    m_peopleHeading->setText(tr("People"));
    m_peopleView->setAccessibleName(tr("People"));
    m_grid->setAccessibleName(tr("Faces"));
    m_importButton->setText(tr("Import…"));
    m_importButton->setToolTip(tr("Bring pictures into the project"));
    m_emptyImport->setText(tr("Import…"));
    m_query->setPlaceholderText(tr("Search: name of a file, or person:ada sharp>0.4 yaw<-20"));
    m_query->setAccessibleName(tr("Search"));
    m_query->setToolTip(
        tr("Words in a file's path, and conditions: person:ada, sharp>0.4, yaw:-20..20, split:val, "
           "duplicate:extra, outlier:yes, excluded:yes; with or, not and parentheses."));
    m_sorting->setAccessibleName(tr("Sort by"));
    m_sorting->setToolTip(tr("Sort by"));
    m_descending->setToolTip(tr("From high to low"));
    m_descending->setAccessibleName(m_descending->toolTip());
    m_curate->setText(tr("Curate"));
    m_lookThrough->setText(tr("Measure and compare"));
    m_lookThrough->setToolTip(tr(
        "Measures sharpness, pose and light of the faces that are new or changed, and finds copies and faces "
        "that are somebody else. Nothing is excluded."));
    m_curateMenu->setTitle(tr("Curate"));
    m_showCoverage->setText(tr("Coverage"));
    m_showCoverage->setToolTip(
        tr("Which poses, lights and expressions are there, and which are missing (Ctrl+G)"));
    m_showCopies->setText(tr("Show superfluous copies"));
    m_showStrangers->setText(tr("Show faces that are somebody else"));
    m_showBlurred->setText(tr("Show blurred faces"));
    fillSortings();
    m_showExcludedButton->setToolTip(tr("Show excluded faces"));
    m_showExcludedButton->setAccessibleName(m_showExcludedButton->toolTip());
    m_thumbSize->setToolTip(tr("Size of the thumbnails (Ctrl+wheel)"));
    m_thumbSize->setAccessibleName(tr("Size of the thumbnails"));
    m_move->setText(tr("Move to person"));
    m_move->setToolTip(tr("Say whose faces the selected ones are"));
    m_moveMenu->setTitle(tr("Move to person"));
    m_excludeButton->setText(tr("Exclude"));
    m_excludeButton->setToolTip(m_exclude->toolTip());
    m_people.retranslate();
    m_inspector->retranslate();
    m_coverage->retranslate();
    m_editor->retranslate();
    m_busy->retranslate();
    loadHistory();
    updateState();
}

}  // namespace visagist
