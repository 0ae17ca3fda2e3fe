// What the Train page is made of, what each part's signals do, and the windows that belong to it.
#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/bridge/stored_sample.h"
#include "ui/bridge/translate.h"
#include "ui/models/words.h"
#include "ui/pages/augment_preview_dialog.h"
#include "ui/pages/rate_dialog.h"
#include "ui/pages/run_header.h"
#include "ui/pages/run_panel.h"
#include "ui/pages/train_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/needs_panel.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/options_form.h"
#include "ui/widgets/plot_panel.h"
#include "ui/widgets/samples_panel.h"

namespace visagist {

TrainPage::TrainPage(ProjectSession& session, TrainingSession& training, QWidget* parent)
    : Page(session, parent),
      m_training(training),
      m_makeTrainer([](TrainRequest request) { return makeTrainer(std::move(request)); }),
      m_draft(presetRecipe("sketch")),
      m_splitter(new QSplitter(Qt::Horizontal)),
      m_runs(new RunPanel),
      m_header(new RunHeader),
      m_notice(new NoticeBar),
      m_plots(new PlotPanel),
      m_samples(new SamplesPanel),
      m_inspector(makeInspector()) {
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_runs);
    m_splitter->addWidget(makeMiddle());
    m_splitter->addWidget(m_inspector);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({size::leftPanel, 800, size::inspector});
    m_runs->setMinimumWidth(180);
    m_inspector->setMinimumWidth(size::narrowInspector);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_splitter);
    m_adviceTimer.setSingleShot(true);
    m_historyTimer.setSingleShot(true);
    connectSession();
    connectParts();
    retranslate();
    projectChanged();
}

TrainPage::~TrainPage() = default;

QWidget* TrainPage::makeInspector() {
    auto* panel = new QWidget;
    setKind(panel, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    m_optionsTitle = makeLabel("heading");
    m_optionsTitle->setMinimumHeight(size::panelHeader);
    m_optionsTitle->setContentsMargins(size::edge, 0, size::edge, 0);
    m_preview = new QAction(this);
    m_findRate = new QAction(this);
    m_tests = new QToolButton;
    m_tests->setIcon(icon("more"));
    m_tests->setPopupMode(QToolButton::InstantPopup);
    m_tests->addAction(m_findRate);
    auto* titleLine = new QHBoxLayout;
    titleLine->setContentsMargins(0, size::rowGap, size::edge, size::rowGap);
    titleLine->addWidget(m_optionsTitle, 1);
    titleLine->addWidget(makeActionButton(m_preview));
    titleLine->addWidget(m_tests);
    m_form = new OptionsForm;
    m_needs = new NeedsPanel;
    auto* rule = new QFrame;
    setKind(rule, "separator");
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(titleLine);
    column->addWidget(m_form, 1);
    column->addWidget(rule);
    column->addWidget(m_needs);
    return panel;
}

QWidget* TrainPage::makeMiddle() {
    auto* work = new QSplitter(Qt::Vertical);
    work->setHandleWidth(1);
    work->setChildrenCollapsible(false);
    work->addWidget(m_plots);
    work->addWidget(m_samples);
    work->setStretchFactor(0, 1);
    work->setStretchFactor(1, 1);
    work->setSizes({380, 380});
    auto* panel = new QWidget;
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_notice);
    column->addWidget(work, 1);
    return panel;
}

void TrainPage::connectSession() {
    connect(&m_session, &ProjectSession::projectChanged, this, &TrainPage::projectChanged);
    connect(&m_session, &ProjectSession::facesChanged, this, [this] { m_adviceTimer.start(kAdviceDelay); });
    connect(&m_training, &TrainingSession::stateChanged, this, [this] {
        refreshLock();
        refreshHeader();
    });
    connect(&m_training, &TrainingSession::started, this, &TrainPage::started);
    connect(&m_training, &TrainingSession::progressed, this, &TrainPage::progressed);
    connect(&m_training, &TrainingSession::measured, this,
            [this](const Measured& faces) { addPoints(faces.step, faces.values); });
    connect(&m_training, &TrainingSession::sampled, this, &TrainPage::sampled);
    connect(&m_training, &TrainingSession::checkpointSaved, this, [this](const CheckpointSaved& saved) {
        Q_EMIT told(tr("Checkpoint %1 saved, %2").arg(stepText(saved.step), bytesText(saved.bytes)));
        m_historyTimer.start(kHistoryDelay);
        m_session.tellRunsChanged();
    });
    connect(&m_training, &TrainingSession::rolledBack, this, [this] {
        if (showsActiveRun()) showChosenRun();  // the curves of later steps no longer hold
    });
    connect(&m_training, &TrainingSession::optionChanged, this, [this](const OptionChanged& change) {
        if (showsActiveRun()) m_form->showValue(change.key, change.after);
        m_historyTimer.start(kHistoryDelay);
    });
    connect(&m_training, &TrainingSession::noticed, this, [this](const Notice& notice) {
        if (notice.severity == Notice::Severity::Warning)
            m_notice->tell(tr("Step %1: %2").arg(stepText(notice.step), translated(notice.message)), false);
        m_historyTimer.start(kHistoryDelay);
    });
    connect(&m_training, &TrainingSession::finished, this, &TrainPage::finished);
}

void TrainPage::connectParts() {
    connect(m_header->start, &QAction::triggered, this, &TrainPage::start);
    connect(m_header->pause, &QAction::triggered, this, [this] {
        if (canResume(m_training.state()))
            m_training.resume();
        else
            m_training.pause();
    });
    connect(m_header->save, &QAction::triggered, this, [this] { m_training.saveNow(); });
    connect(m_needs, &NeedsPanel::measureWanted, this, &TrainPage::measureTime);
    connect(m_needs, &NeedsPanel::measureCancelled, this, [this] { m_timeJob->requestStop(); });
    connect(m_preview, &QAction::triggered, this, [this] { showAugmentation(); });
    connect(m_findRate, &QAction::triggered, this, [this] { showRateTest(); });
    connect(m_header->stop, &QAction::triggered, this, [this] { m_training.requestStop(); });
    connect(m_runs, &RunPanel::chosenChanged, this, [this] {
        m_branch.reset();
        showChosenRun();
    });
    connect(m_form, &OptionsForm::optionEdited, this, [this](const QString& key, const QString& text) {
        if (showsActiveRun()) m_training.changeOption(key.toStdString(), text.toStdString());
    });
    connect(m_form, &OptionsForm::recipeChanged, this, [this] {
        if (!m_runs->chosen()) m_draft = m_form->recipe();
        followAugmentation();
        followRateTest();
        forgetTime();
        m_adviceTimer.start(kAdviceDelay);
    });
    connect(m_plots, &PlotPanel::markClicked, m_runs, &RunPanel::showHistoryRow);
    connect(m_plots, &PlotPanel::told, this, &Page::told);
    connect(m_samples, &SamplesPanel::stepWanted, this, &TrainPage::loadSample);
    connect(&m_adviceTimer, &QTimer::timeout, this, &TrainPage::askAdvice);
    connect(&m_historyTimer, &QTimer::timeout, this, &TrainPage::showHistory);
}

void TrainPage::retranslate() {
    m_optionsTitle->setText(tr("Options"));
    m_preview->setText(tr("Augmentation…"));
    m_preview->setToolTip(tr("Show what warp, colour, occluders and the like do to the faces"));
    m_findRate->setText(tr("Find a learning rate…"));
    m_tests->setAccessibleName(tr("More"));
    m_needs->retranslate();
    m_header->retranslate();
    m_runs->retranslate();
    m_form->retranslate();
    m_notice->retranslate();
    m_plots->retranslate();
    m_samples->retranslate();
    m_samples->setTitles(sampleColumnTitles());
    showHistory();
    refreshLock();
    refreshHeader();
    m_adviceTimer.start(kAdviceDelay);
}

QList<QAction*> TrainPage::menuActions() const {
    return {m_header->start, m_header->pause, m_header->save, m_header->stop, m_preview, m_findRate};
}

AugmentPreviewDialog& TrainPage::showAugmentation() {
    if (!m_previewDialog) m_previewDialog = new AugmentPreviewDialog(this);
    m_previewDialog->show();
    m_previewDialog->raise();
    followAugmentation();
    return *m_previewDialog;
}

RateDialog& TrainPage::showRateTest() {
    if (!m_rateDialog) {
        m_rateDialog = new RateDialog(this);
        connect(m_rateDialog, &RateDialog::rateChosen, this,
                [this](double rate) { m_form->edit("learning_rate", rate); });
    }
    followRateTest();
    m_rateDialog->show();
    m_rateDialog->raise();
    return *m_rateDialog;
}

void TrainPage::followRateTest() {
    m_findRate->setEnabled(m_session.isOpen());
    if (!m_rateDialog) return;
    m_rateDialog->setSubject(m_session.isOpen() ? m_session.path() : std::filesystem::path(),
                             m_form->recipe());
    m_rateDialog->setMayTest(mayTry(), isActive(m_training.state()) ? tr("A run is on: stop it first")
                                                                    : tr("A run could not start like this."));
}

void TrainPage::followAugmentation() {
    m_preview->setEnabled(m_session.isOpen());
    if (!m_previewDialog || !m_previewDialog->isVisible()) return;
    if (m_session.isOpen())
        m_previewDialog->preview(m_session.path(), m_form->recipe());
    else
        m_previewDialog->close();
}

QWidget* TrainPage::leftPanel() const { return m_runs; }
QWidget* TrainPage::inspector() const { return m_inspector; }
QWidget* TrainPage::middle() const { return m_samples; }

}  // namespace visagist
