#include "ui/widgets/log_panel.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/base/file.h"
#include "ui/bridge/translate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {
constexpr int kPollMilliseconds = 500;
}

LogPanel::LogPanel(QWidget* parent)
    : QWidget(parent),
      m_heading(makeLabel("heading", this)),
      m_search(new QLineEdit(this)),
      m_copy(new QToolButton(this)),
      m_save(new QToolButton(this)),
      m_view(new QTableView(this)) {
    m_filter.setSourceModel(&m_model);
    m_view->setModel(&m_filter);
    m_view->setShowGrid(false);
    m_view->setSelectionBehavior(QTableView::SelectRows);
    m_view->setEditTriggers(QTableView::NoEditTriggers);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(size::tableRow);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->setColumnWidth(LogModel::Time, 92);
    m_view->setColumnWidth(LogModel::Level, 112);
    m_search->addAction(icon("search", &Tokens::muted), QLineEdit::LeadingPosition);
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(240);
    m_copy->setIcon(icon("copy"));
    m_save->setIcon(icon("save"));

    auto* bar = new QHBoxLayout;
    bar->setSpacing(size::gap);
    bar->setContentsMargins(size::edge, size::gap, size::edge, size::gap);
    bar->addWidget(m_heading);
    auto* levels = new QHBoxLayout;
    levels->setSpacing(0);
    auto* group = new QButtonGroup(this);
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        m_levels[i] = new QPushButton(this);
        m_levels[i]->setCheckable(true);
        m_levels[i]->setProperty("seg", QString::fromLatin1(i == 0 ? "first" : i == 3 ? "last" : "middle"));
        group->addButton(m_levels[i], static_cast<int>(i));
        levels->addWidget(m_levels[i]);
    }
    m_levels[0]->setChecked(true);
    bar->addLayout(levels);
    bar->addStretch(1);
    bar->addWidget(m_search, 1);
    bar->addWidget(m_copy);
    bar->addWidget(m_save);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_view, 1);

    connect(group, &QButtonGroup::idClicked, this, &LogPanel::choose);
    connect(m_search, &QLineEdit::textChanged, &m_filter, &LogFilter::setWords);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(shownText()); });
    connect(m_save, &QToolButton::clicked, this, &LogPanel::save);
    connect(&m_timer, &QTimer::timeout, this, &LogPanel::poll);
    m_timer.start(kPollMilliseconds);
    retranslate();
}

void LogPanel::poll() {
    if (!isVisible()) return;
    const QScrollBar* bar = m_view->verticalScrollBar();
    const bool follow = bar->value() == bar->maximum();
    const int before = m_model.rowCount();
    m_model.poll();
    if (m_model.rowCount() == before) return;
    retranslate();
    if (follow) m_view->scrollToBottom();
}

void LogPanel::choose(int button) {
    constexpr std::array<LogLevel, 3> levels{LogLevel::Info, LogLevel::Warning, LogLevel::Error};
    m_filter.setLevel(button == 0 ? std::nullopt
                                  : std::optional(levels[static_cast<std::size_t>(button - 1)]));
}

QString LogPanel::shownText() const {
    QStringList lines;
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < LogModel::ColumnCount; ++column)
            cells += m_filter.index(row, column).data().toString();
        lines += cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

void LogPanel::save() {
    const QString name =
        QFileDialog::getSaveFileName(this, tr("Save the log"), QStringLiteral("visagist-log.txt"));
    if (name.isEmpty()) return;
    const QByteArray text = shownText().toUtf8() + '\n';
    try {
        writeFileAtomically(toPath(name), {reinterpret_cast<const std::uint8_t*>(text.constData()),
                                           static_cast<std::size_t>(text.size())});
    } catch (const Error& error) {
        QMessageBox::warning(this, tr("Save the log"), translated(error));
    }
}

void LogPanel::retranslate() {
    m_heading->setText(tr("Log"));
    m_levels[0]->setText(tr("All"));
    m_levels[1]->setText(tr("Info %1").arg(m_model.count(LogLevel::Info)));
    m_levels[2]->setText(tr("Warnings %1").arg(m_model.count(LogLevel::Warning)));
    m_levels[3]->setText(tr("Errors %1").arg(m_model.count(LogLevel::Error)));
    m_search->setPlaceholderText(tr("Find in the log"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_copy->setToolTip(tr("Copy the lines shown"));
    m_save->setToolTip(tr("Save the lines shown…"));
    m_copy->setAccessibleName(m_copy->toolTip());
    m_save->setAccessibleName(m_save->toolTip());
    m_view->setAccessibleName(tr("Log"));
}

}  // namespace visagist
