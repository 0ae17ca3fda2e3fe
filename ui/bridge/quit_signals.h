// The system's wish that the program end (Ctrl+C, kill, log-out of a session), as a Qt signal.
#pragma once
#include <QObject>
#include <memory>

namespace visagist {

/// One for the program, in the GUI thread. The default handling comes back when it is destroyed.
class QuitSignals : public QObject {
    Q_OBJECT

public:
    explicit QuitSignals(QObject* parent = nullptr);
    ~QuitSignals() override;

Q_SIGNALS:
    void quitWanted();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace visagist
