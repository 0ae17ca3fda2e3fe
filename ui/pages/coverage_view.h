// What the people's faces show and what is missing, side by side; everything in it leads to the faces behind
// it.
#pragma once
#include <QWidget>
#include <filesystem>
#include <vector>

#include "core/curate/coverage.h"
#include "ui/bridge/background_job.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace visagist {

class CoverageView : public QWidget {
    Q_OBJECT
public:
    explicit CoverageView(QWidget* parent = nullptr);

    /// Reads the project beside the window and shows it; of several calls the last one counts. An empty path
    /// shows nothing.
    void load(const std::filesystem::path& project);
    /// What is shown; for tests too.
    void show(std::vector<PersonCoverage> people);
    const std::vector<PersonCoverage>& people() const { return m_people; }
    void setMayMeasure(bool may);
    void retranslate();

Q_SIGNALS:
    /// Faces to look at: a query, and an order where one was asked for ("" else).
    void chosen(const QString& query, const QString& order);
    void measureWanted();
    void failed(const QString& why);
    void loaded();

private:
    void start();
    void end(const JobOutcome& outcome);
    void fill();
    QWidget* card(const PersonCoverage& person);

    std::vector<PersonCoverage> m_people;
    std::filesystem::path m_project;
    bool m_wanted = false;
    QLabel *m_text, *m_hint;
    QPushButton* m_measure;
    QScrollArea* m_scroll;
    BackgroundJob m_job;
};

}  // namespace visagist
