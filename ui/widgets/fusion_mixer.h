// One slider and number a person that together keep the sum at 100 %; for three people a triangle too.
#pragma once
#include <QStringList>
#include <QWidget>
#include <random>
#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;
class QSlider;
class QToolButton;

namespace visagist {

class FusionTriangle;
class NumberEdit;

class FusionMixer : public QWidget {
    Q_OBJECT
public:
    explicit FusionMixer(QWidget* parent = nullptr);

    /// Makes the rows anew, everybody with the same weight, nobody locked.
    void setPeople(const QStringList& names, const std::vector<int>& colours);
    int peopleCount() const { return static_cast<int>(m_rows.size()); }
    const std::vector<double>& weights() const { return m_weights; }
    /// Says nothing; made to sum to 1.
    void setWeights(std::vector<double> weights);
    void setWeight(std::size_t person, double value);  ///< as the slider does
    void setLocked(std::size_t person, bool locked);
    /// That person alone; pressed again, the mix from before.
    void solo(std::size_t person);
    void randomise();
    void even();
    void retranslate();

Q_SIGNALS:
    /// By the person, at each movement.
    void weightsChanged();

private:
    struct Row {
        QString name;
        int colour = 0;
        QLabel* dot;
        QLabel* label;
        QSlider* slider;
        NumberEdit* number;
        QToolButton* lock;
        QToolButton* solo;
    };
    void makeRow(std::size_t person);
    void take(std::vector<double> weights);
    void refresh();
    void paintDots();
    std::vector<bool> locked() const;
    void changeEvent(QEvent* event) override;

    std::vector<double> m_weights, m_beforeSolo;
    std::vector<Row> m_rows;
    std::mt19937 m_random{std::random_device{}()};
    QLabel* m_title;
    QToolButton* m_randomise;
    QPushButton* m_even;
    FusionTriangle* m_triangle;
    QWidget* m_people = nullptr;
    QGridLayout* m_grid = nullptr;
};

}  // namespace visagist
