#include <windows.h>

#include <QMetaObject>
#include <atomic>

#include "ui/bridge/quit_signals.h"

namespace visagist {

namespace {

std::atomic<QuitSignals*> g_receiver;

// Called by the system on a thread of its own.
BOOL WINAPI wake(DWORD) {
    QuitSignals* receiver = g_receiver.load();
    if (!receiver) return FALSE;
    QMetaObject::invokeMethod(receiver, &QuitSignals::quitWanted, Qt::QueuedConnection);
    return TRUE;
}

}  // namespace

struct QuitSignals::State {};

QuitSignals::QuitSignals(QObject* parent) : QObject(parent) {
    g_receiver = this;
    ::SetConsoleCtrlHandler(wake, TRUE);
}

QuitSignals::~QuitSignals() {
    ::SetConsoleCtrlHandler(wake, FALSE);
    g_receiver = nullptr;
}

}  // namespace visagist
