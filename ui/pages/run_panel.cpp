#include "ui/pages/run_panel.h"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QListView>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/models/two_line_delegate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {

QListView* makeList(QAbstractItemModel* model, bool withIcons) {
    auto* list = new QListView;
    list->setModel(model);
    list->setItemDelegate(new TwoLineDelegate(withIcons, list));
    list->setMouseTracking(true);
    list->setResizeMode(QListView::Adjust);
    list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return list;
}

QWidget* withHead(QLabel* title, QWidget* button, QWidget* body) {
    auto* part = new QWidget;
    auto* head = new QHBoxLayout;
    head->setContentsMargins(size::edge, 0, size::gap, 0);
    head->addWidget(title, 1);
    if (button) head->addWidget(button);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 4, 0, 4);
    column->setSpacing(2);
    column->addLayout(head);
    column->addWidget(body, 1);
    return part;
}

}  // namespace

RunPanel::RunPanel(QWidget* parent)
    : QWidget(parent),
      m_runs(new RunListModel(this)),
      m_history(new RunHistoryModel(this)),
      m_title(makeLabel("heading")),
      m_new(new QToolButton),
      m_list(makeList(m_runs, false)),
      m_empty(makeLabel("muted")),
      m_historyTitle(makeLabel("heading")),
      m_historyList(makeList(m_history, true)) {
    setKind(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    m_title->setMinimumHeight(size::panelHeader - 8);
    m_historyTitle->setMinimumHeight(size::panelHeader - 8);
    m_new->setIcon(icon("plus"));
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(size::edge, 0, size::edge, size::gap);
    auto* upper = new QWidget;
    auto* inside = new QVBoxLayout(upper);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->addWidget(m_empty);
    inside->addWidget(m_list, 1);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(withHead(m_title, m_new, upper));
    splitter->addWidget(withHead(m_historyTitle, nullptr, m_historyList));
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(splitter);

    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                const Run* run = m_runs->at(current.row());
                if (m_quiet || !run || m_chosen == run->id) return;
                m_chosen = run->id;
                refresh();
                Q_EMIT chosenChanged();
            });
    connect(m_new, &QToolButton::clicked, this, [this] {
        choose(std::nullopt);
        Q_EMIT chosenChanged();
    });
    connect(m_runs, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_quiet = true; });
    connect(m_runs, &QAbstractItemModel::modelReset, this, [this] {
        m_quiet = false;
        choose(m_chosen && m_runs->run(*m_chosen) ? m_chosen : std::nullopt);
    });
    retranslate();
}

void RunPanel::choose(std::optional<std::int64_t> run) {
    m_quiet = true;
    m_chosen = run;
    const QModelIndex place = run ? m_runs->indexOf(*run) : QModelIndex();
    if (place.isValid())
        m_list->setCurrentIndex(place);
    else
        m_list->selectionModel()->clear();
    m_quiet = false;
    refresh();
}

void RunPanel::setNewEnabled(bool enabled) {
    m_new->setEnabled(enabled);
    m_new->setToolTip(enabled ? tr("Set up a new run") : tr("One run at a time: stop this one first"));
}

void RunPanel::showHistoryRow(std::int64_t step) {
    const QModelIndex row = m_history->rowOfStep(step);
    if (!row.isValid()) return;
    m_historyList->setCurrentIndex(row);
    m_historyList->scrollTo(row);
}

void RunPanel::refresh() {
    m_empty->setVisible(m_runs->rowCount() == 0);
    m_list->setVisible(m_runs->rowCount() > 0);
    m_historyTitle->parentWidget()->setVisible(m_chosen.has_value());
    if (!m_chosen) m_history->clear();
}

void RunPanel::retranslate() {
    m_title->setText(tr("Runs"));
    m_historyTitle->setText(tr("History of this run"));
    m_list->setAccessibleName(tr("Runs"));
    m_historyList->setAccessibleName(tr("History of this run"));
    m_new->setAccessibleName(tr("Set up a new run"));
    m_empty->setText(tr("No run yet. Set the options at the right and press Start."));
    setNewEnabled(m_new->isEnabled());
    m_runs->retranslate();
    refresh();
}

}  // namespace visagist
