#include "ui/pages/start_page.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/models/two_line_delegate.h"
#include "ui/models/words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/busy_bar.h"

namespace visagist {

namespace {
constexpr int kPathRole = Qt::UserRole + 100;
constexpr int kColumnWidth = 640;
}  // namespace

StartPage::StartPage(WindowSettings& settings, QWidget* parent)
    : QWidget(parent),
      m_settings(settings),
      m_title(makeLabel("figure", this)),
      m_promise(makeLabel("muted", this)),
      m_recentHeading(makeLabel("heading", this)),
      m_empty(makeLabel("muted", this)),
      m_demoText(makeLabel("muted", this)),
      m_recent(new QListWidget(this)),
      m_new(new QPushButton(icon("plus"), QString(), this)),
      m_open(new QPushButton(icon("folder"), QString(), this)),
      m_demo(new QPushButton(icon("play"), QString(), this)),
      m_busy(new BusyBar(this)) {
    m_promise->setWordWrap(true);
    m_demoText->setWordWrap(true);
    m_recent->setItemDelegate(new TwoLineDelegate(false, m_recent));
    m_recent->setMouseTracking(true);
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(size::gap);
    for (QPushButton* button : {m_new, m_open, m_demo}) buttons->addWidget(button);
    buttons->addStretch(1);

    auto* column = new QVBoxLayout;
    column->setSpacing(size::edge);
    column->addSpacing(48);
    column->addWidget(m_title);
    column->addWidget(m_promise);
    column->addSpacing(size::gap);
    column->addLayout(buttons);
    column->addWidget(m_demoText);
    column->addWidget(m_busy);
    column->addSpacing(size::edge);
    column->addWidget(m_recentHeading);
    column->addWidget(m_recent, 1);
    column->addWidget(m_empty, 1, Qt::AlignTop);
    column->addSpacing(24);
    auto* holder = new QWidget(this);
    holder->setLayout(column);
    holder->setMaximumWidth(kColumnWidth);
    auto* row = new QHBoxLayout(this);
    row->addStretch(1);
    row->addWidget(holder, 4);
    row->addStretch(1);

    connect(m_new, &QPushButton::clicked, this, &StartPage::newWanted);
    connect(m_open, &QPushButton::clicked, this, &StartPage::openWanted);
    connect(m_demo, &QPushButton::clicked, this, &StartPage::demoWanted);
    const auto open = [this](const QListWidgetItem* item) {
        Q_EMIT projectChosen(item->data(kPathRole).toString());
    };
    connect(m_recent, &QListWidget::itemClicked, this, open);
    connect(m_recent, &QListWidget::itemActivated, this, [open, this](const QListWidgetItem* item) {
        if (m_recent->property("kbd").toBool()) open(item);  // a click has been told of already
    });
    retranslate();
}

void StartPage::reload() {
    m_recent->clear();
    for (const RecentProject& project : m_settings.recentProjects()) {
        const QFileInfo file(project.path);
        if (!file.exists()) continue;
        auto* item = new QListWidgetItem(file.completeBaseName(), m_recent);
        const QString people = project.people.join(tr(", ", "between two names"));
        item->setData(TwoLineDelegate::SecondLineRole, people.isEmpty() ? file.path() : people);
        item->setData(TwoLineDelegate::SecondLineEndRole, agoText(project.openedAt));
        item->setData(kPathRole, project.path);
        item->setToolTip(project.path);
    }
    m_recent->setVisible(m_recent->count() > 0);
    m_empty->setVisible(m_recent->count() == 0);
}

void StartPage::setBusy(bool busy) {
    for (QPushButton* button : {m_new, m_open, m_demo}) button->setEnabled(!busy);
    m_recent->setEnabled(!busy);
}

void StartPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void StartPage::retranslate() {
    m_title->setText(QStringLiteral("Visagist"));
    m_promise->setText(tr("Train a network on the faces of two or more people, and fuse them."));
    m_new->setText(tr("New project…"));
    m_open->setText(tr("Open…"));
    m_demo->setText(tr("Try the demo…"));
    m_new->setToolTip(tr("Make an empty project (Ctrl+N)"));
    m_open->setToolTip(tr("Open a project (Ctrl+O)"));
    m_demo->setToolTip(tr("Make a project of drawn people and train on it"));
    m_demoText->setText(
        tr("The demo draws three people, and trains on them for five minutes: a fused face shows at the end, "
           "also "
           "without a graphics card."));
    m_recentHeading->setText(tr("Recent projects"));
    m_empty->setText(tr("No project was opened yet."));
    m_recent->setAccessibleName(m_recentHeading->text());
    m_busy->retranslate();
    reload();
}

}  // namespace visagist
