// What a long work is doing: words, a bar, and, after two seconds, rate, time left and Cancel.
#pragma once
#include <QElapsedTimer>
#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;

namespace visagist {

/// Hidden until begin(); appears after 200 ms, so that short work does not flicker.
class BusyBar : public QFrame {
    Q_OBJECT

public:
    explicit BusyBar(QWidget* parent = nullptr);

    /// `what` is the sentence in front ("Importing"); stays until end().
    void begin(const QString& what);
    void setProgress(qint64 done, qint64 total);
    /// The person asked to cancel: said at once, before the work has obeyed.
    void setStopping(const QString& what);
    void end();
    bool isBusy() const { return m_busy; }
    QString text() const;
    void retranslate();

Q_SIGNALS:
    void cancelled();

private:
    QString details(qint64 done, qint64 total) const;

    QLabel* m_what;
    QLabel* m_details;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
    QElapsedTimer m_clock;
    bool m_busy = false;
};

}  // namespace visagist
