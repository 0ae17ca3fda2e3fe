#include "ui/pages/run_header.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"

namespace visagist {

namespace {

QString withShortcut(const QString& text, const QAction* action) {
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    return keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys);
}

}  // namespace

RunHeader::RunHeader(QWidget* parent)
    : QWidget(parent),
      start(new QAction(this)),
      pause(new QAction(this)),
      save(new QAction(this)),
      stop(new QAction(this)),
      m_title(makeLabel("title")),
      m_people(makeLabel("muted")),
      m_bar(new QProgressBar),
      m_detail(makeLabel("mutedcaption")),
      m_start(makeActionButton(start)),
      m_pause(makeActionButton(pause)),
      m_save(makeActionButton(save)),
      m_stop(makeActionButton(stop)) {
    addActions({start, pause, save, stop});
    start->setShortcut(Qt::Key_F5);
    pause->setShortcut(Qt::Key_F6 | Qt::CTRL);
    save->setShortcut(QKeySequence::Save);
    stop->setShortcut(Qt::Key_F5 | Qt::SHIFT);
    save->setIcon(icon("save"));
    stop->setIcon(icon("stop"));
    setKind(m_start, "primary");
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 1000);
    m_people->setTextFormat(Qt::PlainText);
    m_title->setTextFormat(Qt::PlainText);

    auto* line = new QHBoxLayout;
    line->setSpacing(size::gap);
    line->addWidget(m_title);
    line->addWidget(m_people, 1);
    auto* barLine = new QHBoxLayout;
    barLine->setSpacing(size::gap);
    barLine->addWidget(m_bar, 1);
    barLine->addWidget(m_detail);
    auto* left = new QVBoxLayout;
    left->setSpacing(3);
    left->addStretch(1);
    left->addLayout(line);
    left->addLayout(barLine);
    left->addStretch(1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(size::edge, 8, size::edge, 8);
    row->setSpacing(size::gap);
    row->addLayout(left, 1);
    row->addSpacing(size::gap);
    for (QPushButton* button : {m_start, m_pause, m_save, m_stop})
        row->addWidget(button, 0, Qt::AlignVCenter);
    setMinimumHeight(56);
    retranslate();
}

void RunHeader::setFacts(const Facts& facts) {
    m_facts = facts;
    m_title->setText(facts.title);
    m_people->setText(facts.people);
    m_bar->setVisible(facts.fraction >= 0);
    m_bar->setValue(static_cast<int>(std::max(0.0, facts.fraction) * 1000));
    m_detail->setVisible(!facts.detail.isEmpty());
    m_detail->setText(facts.detail);
    showActions();
}

void RunHeader::showActions() {
    const RunState state = m_facts.state;
    const bool paused = canResume(state);
    start->setVisible(canStart(state));
    start->setEnabled(canStart(state) && m_facts.whyNotStart.isEmpty());
    start->setText(m_facts.resumes ? tr("Resume") : tr("Start"));
    start->setIcon(icon("play", start->isEnabled() ? &Tokens::onAccent : &Tokens::disabled));
    const QString startTip = m_facts.resumes ? tr("Go on from the newest checkpoint of this run")
                                             : tr("Start a new run with these options");
    start->setToolTip(m_facts.whyNotStart.isEmpty() ? withShortcut(startTip, start) : m_facts.whyNotStart);

    pause->setVisible(isActive(state));
    pause->setEnabled(paused || canPause(state));
    pause->setText(paused ? tr("Resume") : tr("Pause"));
    pause->setIcon(icon(paused ? "play" : "pause"));
    pause->setToolTip(withShortcut(
        paused ? tr("Go on training") : tr("Pause: the network stays loaded, and Fuse still works"), pause));
    save->setVisible(isActive(state));
    save->setEnabled(canSave(state));
    save->setText(tr("Save now"));
    save->setToolTip(withShortcut(tr("Save a checkpoint now"), save));
    stop->setVisible(isActive(state));
    stop->setEnabled(canStop(state));
    stop->setText(state == RunState::Stopping ? tr("Stopping…") : tr("Stop"));
    stop->setToolTip(withShortcut(tr("Save a checkpoint and stop"), stop));
}

void RunHeader::retranslate() {
    m_bar->setAccessibleName(tr("Progress of the run"));
    showActions();
}

}  // namespace visagist
