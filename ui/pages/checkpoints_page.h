// Checkpoints: what was saved, and what may be done with it.
#pragma once
#include <QSortFilterProxyModel>
#include <deque>
#include <functional>
#include <memory>

#include "core/store/checkpoint_store.h"
#include "ui/bridge/background_job.h"
#include "ui/bridge/training_session.h"
#include "ui/pages/page.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace visagist {

class CheckpointListModel;
class NoticeBar;
class SampleGridView;

/// Checkpoints of one run, or of all, whose step, run or note holds a text.
class CheckpointFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setRun(std::int64_t run);  ///< 0: all
    void setText(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    std::int64_t m_run = 0;
    QString m_text;
};

class CheckpointsPage : public Page {
    Q_OBJECT
public:
    using MakeTrainer = std::function<std::unique_ptr<Trainer>(TrainRequest)>;

    CheckpointsPage(ProjectSession& session, TrainingSession& training, QWidget* parent = nullptr);
    ~CheckpointsPage() override;

    void setTrainerFactory(MakeTrainer make) { m_makeTrainer = std::move(make); }
    void retranslate() override;
    QList<QAction*> menuActions() const override {
        return {m_restore, m_branch, m_use, m_verify, m_export, m_delete};
    }
    QWidget* inspector() const override { return m_inspector; }
    QWidget* middle() const override;

Q_SIGNALS:
    /// Fuse is to load this checkpoint.
    void fuseWanted(std::int64_t checkpoint);
    /// Train is to set up a new run that starts with its weights.
    void branchWanted(const CheckpointInfo& checkpoint);

private:
    /// One thing to do with the checkpoint file, on a thread: it is locked for as long as a save takes.
    struct Task {
        QString busy;  ///< what is being done
        std::function<std::any(CheckpointStore&)> work;
        std::function<void(const std::any&)> done;
        bool writes = false;
    };
    void enqueue(Task task);
    void runNext();

    void makeTable();
    QWidget* makeToolbar();
    QWidget* makeInspector();
    void makeActions();
    void reload();
    void take(std::vector<CheckpointInfo> checkpoints);
    const CheckpointInfo* chosen() const;
    void showChosen();
    void showSampleOf(const CheckpointInfo& checkpoint);
    void refreshActions();
    void restore();
    void verify();
    void exportWeights();
    void removeChosen();
    void toggleStar(const QModelIndex& place);

    TrainingSession& m_training;
    MakeTrainer m_makeTrainer;
    CheckpointListModel* m_model;
    CheckpointFilter* m_filter;
    std::deque<Task> m_tasks;
    std::optional<Task> m_running;

    QAction *m_restore, *m_branch, *m_use, *m_verify, *m_export, *m_delete;
    QSplitter* m_splitter;
    QComboBox* m_runs;
    QLineEdit* m_search;
    NoticeBar* m_notice;
    QStackedWidget* m_stack;
    QTableView* m_table;
    QWidget* m_empty;
    QLabel* m_emptyText;
    QPushButton* m_toTrain;
    QWidget* m_inspector;
    QLabel* m_title;
    QLabel* m_facts;
    QLabel* m_hashTitle;
    QLineEdit* m_hash;
    QLabel* m_busy;
    QLabel* m_sampleTitle;
    SampleGridView* m_sample;
    std::unique_ptr<BackgroundJob> m_job, m_sampleJob;
};

}  // namespace visagist
