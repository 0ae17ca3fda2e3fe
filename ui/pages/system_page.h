// The workspace of the machine: what computes and why, memory, drive, versions, log, and a report to send.
#pragma once
#include <QTimer>
#include <optional>

#include "core/model/device_report.h"
#include "ui/bridge/background_job.h"
#include "ui/pages/page.h"

class QFormLayout;
class QLabel;
class QPushButton;
class QStandardItemModel;
class QTableView;

namespace visagist {

class LogPanel;

class SystemPage : public Page {
    Q_OBJECT

public:
    explicit SystemPage(ProjectSession& session, QWidget* parent = nullptr);

    void retranslate() override;
    QWidget* inspector() const override { return m_right; }
    QWidget* middle() const override;
    /// What the report button copies and saves: versions, devices, counts, log; no pictures, and paths are
    /// taken out.
    QString report() const;
    const std::optional<DeviceReport>& devices() const { return m_devices; }

Q_SIGNALS:
    /// The devices are known.
    void devicesFound();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeMiddle();
    QWidget* makeRight();
    QLabel* addVersion(QFormLayout* form, const QString& name);
    void readDevices();
    void fillDevices();
    void showMemory();
    void saveReport();

    std::optional<DeviceReport> m_devices;
    BackgroundJob m_reader;
    QTimer m_timer;
    QWidget* m_right = nullptr;
    LogPanel* m_log;
    QStandardItemModel* m_rows;
    QTableView* m_table;
    QLabel *m_devicesHeading, *m_memoryHeading, *m_driveHeading, *m_versionsHeading, *m_reportHeading;
    QLabel *m_memory, *m_ownMemory, *m_free, *m_freeName, *m_ownName, *m_reportText;
    QLabel *m_visagist, *m_torch, *m_cuda, *m_qt, *m_system;
    QLabel* m_systemName;
    QPushButton *m_copy, *m_save;
};

}  // namespace visagist
