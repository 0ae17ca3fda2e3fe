// What a run would need: memory, and time where it was measured.
#pragma once
#include <QWidget>
#include <cstdint>

class QLabel;
class QProgressBar;
class QPushButton;

namespace visagist {

class NeedsPanel : public QWidget {
    Q_OBJECT
public:
    enum class Time { Unknown, Measuring, Known };

    explicit NeedsPanel(QWidget* parent = nullptr);

    /// Bytes of main memory that training takes, of those that there are.
    void setMemory(std::int64_t needed, std::int64_t there);
    /// Seconds that the run takes, where they are known.
    void setTime(Time state, double seconds = 0);
    /// Whether the time may be measured now, and why not.
    void setMayMeasure(bool may, const QString& whyNot = {});
    QString timeText() const;
    void retranslate();

Q_SIGNALS:
    /// The person wants to know the time, or no longer waits for it.
    void measureWanted();
    void measureCancelled();

private:
    std::int64_t m_needed = 0, m_there = 0;
    Time m_state = Time::Unknown;
    double m_seconds = 0;
    QString m_whyNot;
    bool m_may = true;
    QLabel* m_memoryTitle;
    QLabel* m_memoryText;
    QProgressBar* m_memoryBar;
    QLabel* m_timeTitle;
    QLabel* m_timeText;
    QPushButton* m_measure;
    QLabel* m_boltMark;
    QLabel* m_boltNote;
};

}  // namespace visagist
