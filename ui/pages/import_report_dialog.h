// After an import: what was taken, and every file that was not, with its reason.
#pragma once
#include <QDialog>

#include "core/curate/import_job.h"

class QStandardItemModel;

namespace visagist {

class ImportReportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ImportReportDialog(const ImportReport& report, QWidget* parent = nullptr);

    /// "120 faces from 118 pictures. 2 files were not taken."
    static QString summary(const ImportReport& report);
    /// Whether there is more to say than the summary.
    static bool hasDetails(const ImportReport& report);

private:
    void copyAll() const;

    QStandardItemModel* m_rows;
};

}  // namespace visagist
