// The samples of a run: a timeline through its history, the grid of a moment, and the chosen face large.
#pragma once
#include <QDialog>
#include <QImage>
#include <QStringList>
#include <QWidget>
#include <cstdint>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QSlider;
class QToolButton;

namespace visagist {

class ImageView;
class SampleGridView;

class SamplesPanel : public QWidget {
    Q_OBJECT
public:
    explicit SamplesPanel(QWidget* parent = nullptr);

    void clear();
    /// The steps at which samples are stored, rising; shows the newest. Answered by stepWanted().
    void setSteps(std::vector<std::int64_t> steps);
    /// A new grid of a live run: shown at once unless the person looks at an older one.
    void addSample(std::int64_t step, const QImage& grid, int rows, int columns);
    /// The grid that was wanted.
    void showSample(std::int64_t step, const QImage& grid, int rows, int columns);
    std::int64_t shownStep() const { return m_shown; }
    void setTitles(const QStringList& titles);  ///< of the columns, translated
    void retranslate();

Q_SIGNALS:
    /// The stored grid of this step is to be read and given to showSample().
    void stepWanted(std::int64_t step);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeHead();
    void pick(int place);
    void showChosen();
    void openLarge();
    void refreshHead();

    std::vector<std::int64_t> m_steps;
    std::int64_t m_shown = 0;
    QStringList m_titles;
    QLabel* m_title;
    QToolButton* m_back;
    QSlider* m_timeline;
    QToolButton* m_forward;
    QLabel* m_step;
    SampleGridView* m_grid;
    QWidget* m_side;
    QLabel* m_sideTitle;
    QLabel* m_chosen;
    QLabel* m_chosenName;
    QPushButton* m_open;
};

}  // namespace visagist
