#include "ui/pages/rate_dialog.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/bridge/retire_job.h"
#include "ui/bridge/translate.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/widgets/busy_bar.h"
#include "ui/widgets/rate_plot.h"

namespace visagist {

RateDialog::RateDialog(QWidget* parent)
    : QDialog(parent),
      m_find([](const std::filesystem::path& project, const Recipe& recipe, std::stop_token stop,
                const std::function<void(int, int)>& progress) {
          return findLearningRate(project, recipe, {}, std::move(stop), progress);
      }),
      m_plot(new RatePlot),
      m_busy(new BusyBar),
      m_said(makeLabel("muted")),
      m_test(new QPushButton),
      m_use(new QPushButton),
      m_close(new QPushButton) {
    m_said->setWordWrap(true);
    for (QPushButton* button : {m_test, m_use, m_close}) button->setAutoDefault(false);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_said, 1);
    foot->addWidget(m_test);
    foot->addWidget(m_use);
    foot->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(size::edge, size::edge, size::edge, size::edge);
    column->setSpacing(size::gap);
    column->addWidget(m_plot, 1);
    column->addWidget(m_busy);
    column->addLayout(foot);
    m_test->setFocus();
    resize(760, 460);
    connect(m_test, &QPushButton::clicked, this, &RateDialog::test);
    connect(m_use, &QPushButton::clicked, this, [this] { Q_EMIT rateChosen(m_suggested); });
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    connect(m_busy, &BusyBar::cancelled, this, [this] { m_job->requestStop(); });
    retranslate();
}

void RateDialog::setSubject(const std::filesystem::path& project, const Recipe& recipe) {
    Recipe other = recipe;
    other.optim.learningRate = m_recipe.optim.learningRate;  // what is looked for
    if (project == m_project && other == m_recipe) return;
    m_project = project;
    m_recipe = recipe;
    if (m_job) freshJob(m_job, this);
    m_busy->end();
    m_suggested = 0;
    m_failure.clear();
    m_plot->setPoints({}, 0);
    refresh();
}

void RateDialog::setMayTest(bool may, const QString& whyNot) {
    m_may = may;
    m_whyNot = whyNot;
    if (!may && m_job) m_job->requestStop();
    refresh();
}

void RateDialog::test() {
    freshJob(m_job, this);
    connect(m_job.get(), &BackgroundJob::finished, this, &RateDialog::finished);
    connect(m_job.get(), &BackgroundJob::progressed, m_busy, &BusyBar::setProgress);
    m_failure.clear();
    m_busy->begin(tr("Trying learning rates"));
    m_job->start([find = m_find, project = m_project, recipe = m_recipe](
                     std::stop_token stop, const BackgroundJob::Report& report) {
        return std::any(find(project, recipe, stop, report));
    });
    refresh();
}

void RateDialog::finished(const JobOutcome& outcome) {
    m_busy->end();
    if (outcome.succeeded()) {
        const auto advice = std::any_cast<RateAdvice>(outcome.result);
        std::vector<RatePlot::Point> points;
        for (const RateTrial& trial : advice.trials) points.push_back({trial.rate, trial.loss});
        m_suggested = advice.suggested;
        m_plot->setPoints(points, m_suggested);
    } else if (!outcome.cancelled()) {
        m_failure = translated(*outcome.error);
    }
    refresh();
}

void RateDialog::refresh() {
    const bool running = m_job && m_job->isRunning();
    m_test->setEnabled(m_may && !running);
    m_test->setToolTip(m_may ? QString() : m_whyNot);
    m_use->setVisible(m_suggested > 0);
    m_use->setText(tr("Use %1").arg(shortValue(m_suggested)));
    if (!m_failure.isEmpty())
        m_said->setText(m_failure);
    else if (m_suggested > 0)
        m_said->setText(tr("The loss falls fastest at %1. Larger is faster and less steady.")
                            .arg(shortValue(m_suggested)));
    else
        m_said->setText(m_may ? tr("A fresh network learns for up to 100 steps while the rate rises.")
                              : m_whyNot);
}

QString RateDialog::said() const { return m_said->text(); }

void RateDialog::retranslate() {
    setWindowTitle(tr("Find a learning rate"));
    m_plot->setAxisText(tr("learning rate"));
    m_plot->setEmptyText(tr("The loss over the learning rate appears here."));
    m_test->setText(tr("Test"));
    m_close->setText(tr("Close"));
    m_busy->retranslate();
    refresh();
}

void RateDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

}  // namespace visagist
