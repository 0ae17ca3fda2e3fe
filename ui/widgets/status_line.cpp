#include "ui/widgets/status_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

#include "core/base/platform.h"
#include "ui/bridge/training_session.h"
#include "ui/bridge/translate.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr int kMemoryMilliseconds = 2000;

QRgb dotColour(RunState state) {
    if (state == RunState::Failed) return tokens().error;
    return isActive(state) && state != RunState::Paused ? tokens().accent : tokens().axis;
}

}  // namespace

StatusLine::StatusLine(TrainingSession& training, QWidget* parent)
    : QFrame(parent),
      m_training(training),
      m_dot(new QLabel(this)),
      m_state(makeLabel("smallbold", this)),
      m_step(makeLabel("small", this)),
      m_speed(makeLabel("small", this)),
      m_left(makeLabel("mutedsmall", this)),
      m_device(makeLabel("mutedsmall", this)),
      m_memory(makeLabel("small", this)),
      m_event(makeLabel("mutedsmall", this)),
      m_bar(new QProgressBar(this)),
      m_deviceLine(upright()),
      m_memoryLine(upright()),
      m_log(new QPushButton(this)) {
    setKind(this, "panel");
    setMinimumHeight(size::statusLine);
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(96);
    m_log->setProperty("kind", QStringLiteral("flat"));
    m_event->setMinimumWidth(40);
    m_event->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(size::edge, 0, size::edge, 0);
    row->setSpacing(size::gap);
    for (QWidget* part : std::initializer_list<QWidget*>{m_dot, m_state, m_step, m_bar, m_speed, m_left,
                                                         m_deviceLine, m_device, m_memoryLine, m_memory})
        row->addWidget(part);
    row->addWidget(upright());
    row->addWidget(m_event, 1);
    row->addWidget(m_log);
    connect(m_log, &QPushButton::clicked, this, &StatusLine::logWanted);
    connect(&m_training, &TrainingSession::stateChanged, this, &StatusLine::showRun);
    connect(&m_training, &TrainingSession::progressed, this, &StatusLine::showRun);
    connect(&m_training, &TrainingSession::started, this, &StatusLine::showRun);
    connect(&m_training, &TrainingSession::checkpointSaved, this, [this](const CheckpointSaved& saved) {
        tell(tr("Checkpoint %1 saved, %2").arg(stepText(saved.step), bytesText(saved.bytes)));
    });
    connect(&m_training, &TrainingSession::noticed, this,
            [this](const Notice& notice) { tell(translated(notice.message)); });
    connect(&m_training, &TrainingSession::finished, this, [this](const RunOutcome& outcome) {
        if (outcome.end == RunState::Failed) tell(translated(outcome.message));
        showRun();
    });
    connect(&m_timer, &QTimer::timeout, this, &StatusLine::showMemory);
    m_timer.start(kMemoryMilliseconds);
    retranslate();
}

QFrame* StatusLine::upright() {
    auto* line = new QFrame(this);
    setKind(line, "upright");
    line->setFixedHeight(14);
    return line;
}

void StatusLine::showRun() {
    const RunState state = m_training.state();
    const bool shown = isActive(state);
    const Progress& progress = m_training.progress();
    QPixmap dot(QSize(8, 8) * devicePixelRatioF());
    dot.setDevicePixelRatio(devicePixelRatioF());
    dot.fill(Qt::transparent);
    QPainter painter(&dot);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour(dotColour(state)));
    painter.drawEllipse(QRectF(0, 0, 8, 8));
    painter.end();
    m_dot->setPixmap(dot);
    m_state->setText(stateText());
    for (QWidget* part : std::initializer_list<QWidget*>{m_step, m_bar, m_speed, m_left})
        part->setVisible(shown && progress.step > 0);
    m_device->setVisible(m_training.run().has_value());
    m_deviceLine->setVisible(m_training.run().has_value());
    if (m_training.run()) m_device->setText(QString::fromStdString(m_training.run()->device));
    m_step->setText(tr("step %1 of %2").arg(stepText(progress.step), stepText(progress.steps)));
    m_bar->setValue(static_cast<int>(progress.fraction * 1000));
    m_speed->setText(
        tr("%1 img/s")
            .arg(QLocale().toString(progress.imagesPerSecond, 'f', progress.imagesPerSecond < 10 ? 1 : 0)));
    m_left->setText(tr("%1 left").arg(durationText(progress.remainingSeconds)));
}

void StatusLine::showMemory() {
    const QLocale locale;
    const double giga = 1e9;
    m_memory->setText(tr("memory %1 / %2 GB")
                          .arg(locale.toString(static_cast<double>(processResidentBytes()) / giga, 'f', 1),
                               locale.toString(static_cast<double>(totalMemoryBytes()) / giga, 'f', 0)));
}

QString StatusLine::stateText() const { return visagist::stateText(m_training.state()); }

void StatusLine::tell(const QString& sentence) {
    m_sentence = sentence;
    showLastEvent();
}

void StatusLine::showLastEvent() {
    m_event->setText(m_event->fontMetrics().elidedText(m_sentence, Qt::ElideRight, m_event->width()));
    m_event->setToolTip(m_sentence);
}

void StatusLine::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    showLastEvent();
}

void StatusLine::retranslate() {
    m_log->setText(tr("Log"));
    m_log->setToolTip(tr("Open the log"));
    showRun();
    showMemory();
}

}  // namespace visagist
