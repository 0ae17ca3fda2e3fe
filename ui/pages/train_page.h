// Train: set up a run, watch it, steer it.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/store/checkpoint_store.h"
#include "ui/bridge/background_job.h"
#include "ui/bridge/training_session.h"
#include "ui/pages/page.h"
#include "ui/widgets/metric_series.h"

class QLabel;
class QSplitter;
class QToolButton;

namespace visagist {

class AugmentPreviewDialog;
class NeedsPanel;
class NoticeBar;
class OptionsForm;
class PlotPanel;
class RateDialog;
class RunHeader;
class RunPanel;
class SamplesPanel;

class TrainPage : public Page {
    Q_OBJECT
public:
    using MakeTrainer = std::function<std::unique_ptr<Trainer>(TrainRequest)>;
    /// Whether to train on people without a recorded consent, whose names are given.
    using AskConsent = std::function<bool(const QStringList&)>;

    TrainPage(ProjectSession& session, TrainingSession& training, QWidget* parent = nullptr);
    ~TrainPage() override;

    /// Tests give trainers and answers of their own.
    void setTrainerFactory(MakeTrainer make) { m_makeTrainer = std::move(make); }
    void setConsentQuestion(AskConsent ask) { m_askConsent = std::move(ask); }

    /// Sets up a new run that starts with this checkpoint's weights and the options of its run.
    void branchFrom(const CheckpointInfo& checkpoint);

    /// Starts a new run, or goes on with the chosen one; what Start does.
    void start();

    RunHeader& header() const { return *m_header; }
    RunPanel& runPanel() const { return *m_runs; }
    OptionsForm& form() const { return *m_form; }
    NoticeBar& notice() const { return *m_notice; }
    NeedsPanel& needs() const { return *m_needs; }
    PlotPanel& plots() const { return *m_plots; }
    SamplesPanel& samples() const { return *m_samples; }

    /// Shows what the options of augmentation do to the faces; what the button beside them does.
    AugmentPreviewDialog& showAugmentation();

    /// Looks for a learning rate; what the menu beside that button does.
    RateDialog& showRateTest();

    void retranslate() override;
    QList<QAction*> menuActions() const override;
    QWidget* leftPanel() const override;
    QWidget* inspector() const override;
    QWidget* middle() const override;

private:
    static constexpr int kAdviceDelay = 300;   ///< ms after the last change of an option
    static constexpr int kHistoryDelay = 300;  ///< ms: several events are read at once

    void connectSession();
    void connectParts();
    QWidget* makeInspector();
    QWidget* makeMiddle();

    void projectChanged();
    void reloadRuns();
    void showChosenRun();
    void showHistory();
    void loadCurves(std::int64_t run);
    void loadSample(std::int64_t step);
    void readWantedSample();
    void askAdvice();
    void showAdvice(const StartAdvice& advice);
    void measureTime();
    void forgetTime();
    void refreshHeader();
    QString newRunTitle() const;
    void refreshLock();
    void followAugmentation();
    void followRateTest();
    bool mayTry() const;

    void started(const RunStarted& run);
    void progressed(const Progress& progress);
    /// More points of the run that is on, told by it.
    void addPoints(std::int64_t step, const std::map<std::string, double>& values);
    void sampled(const SampleGrid& sample);
    void finished(const RunOutcome& outcome);
    bool consentGiven();
    std::optional<std::int64_t> activeRun() const;
    bool showsActiveRun() const;

    TrainingSession& m_training;
    MakeTrainer m_makeTrainer;
    AskConsent m_askConsent;
    std::vector<Message> m_blocking;
    Recipe m_draft;                          ///< of the new run, kept while another run is looked at
    std::optional<CheckpointInfo> m_branch;  ///< whose weights the new run starts with
    std::optional<std::int64_t> m_wantedSample;
    std::vector<std::pair<std::int64_t, std::map<std::string, double>>>
        m_sinceLoad;  ///< reports during a load
    std::int64_t m_loadedRun = 0;

    QSplitter* m_splitter;
    RunPanel* m_runs;
    RunHeader* m_header;
    NoticeBar* m_notice;
    PlotPanel* m_plots;
    SamplesPanel* m_samples;
    QWidget* m_inspector;
    QLabel* m_optionsTitle;
    QToolButton* m_tests;
    QAction *m_preview, *m_findRate;
    AugmentPreviewDialog* m_previewDialog = nullptr;  ///< made when it is first wanted
    RateDialog* m_rateDialog = nullptr;               ///< likewise
    OptionsForm* m_form;
    NeedsPanel* m_needs;
    QTimer m_adviceTimer, m_historyTimer;
    std::unique_ptr<BackgroundJob> m_adviceJob, m_curveJob, m_sampleJob, m_timeJob;
};

}  // namespace visagist
