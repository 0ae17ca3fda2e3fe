// Looks for a learning rate before a run: the range test, drawn.
#pragma once
#include <QDialog>
#include <filesystem>
#include <functional>

#include "core/train/rate_finder.h"
#include "ui/bridge/background_job.h"

class QLabel;
class QPushButton;

namespace visagist {

class BusyBar;
class RatePlot;

class RateDialog : public QDialog {
    Q_OBJECT
public:
    /// As findLearningRate() for everybody; called on a thread of its own.
    using Find = std::function<RateAdvice(const std::filesystem::path&, const Recipe&, std::stop_token,
                                          const std::function<void(int, int)>&)>;

    explicit RateDialog(QWidget* parent = nullptr);

    /// Tests give an answer of their own.
    void setFinder(Find find) { m_find = std::move(find); }
    /// What a test is made on. Another project or other options end one that is on, and forget the last.
    void setSubject(const std::filesystem::path& project, const Recipe& recipe);
    /// Whether it may be tested now, and why not.
    void setMayTest(bool may, const QString& whyNot = {});
    void retranslate();

    RatePlot& plot() const { return *m_plot; }
    QPushButton& testButton() const { return *m_test; }
    QPushButton& useButton() const { return *m_use; }
    QString said() const;

Q_SIGNALS:
    /// The person takes the suggestion.
    void rateChosen(double rate);

protected:
    void changeEvent(QEvent* event) override;

private:
    void test();
    void finished(const JobOutcome& outcome);
    void refresh();

    Find m_find;
    std::filesystem::path m_project;
    Recipe m_recipe;
    double m_suggested = 0;
    bool m_may = true;
    QString m_whyNot, m_failure;
    RatePlot* m_plot;
    BusyBar* m_busy;
    QLabel* m_said;
    QPushButton* m_test;
    QPushButton* m_use;
    QPushButton* m_close;
    std::unique_ptr<BackgroundJob> m_job;
};

}  // namespace visagist
