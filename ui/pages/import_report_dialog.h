// After an import: what was taken, and every file that was not, grouped by its reason.
#pragma once
#include <QDialog>
#include <filesystem>
#include <functional>
#include <vector>

#include "core/curate/import_job.h"

class QPushButton;
class QStandardItem;
class QStandardItemModel;
class QTreeView;

namespace visagist {

class ImportReportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ImportReportDialog(const ImportReport& report, QWidget* parent = nullptr);

    /// "120 faces from 118 pictures. 2 files were not taken."
    static QString summary(const ImportReport& report);
    /// Whether there is more to say than the summary.
    static bool hasDetails(const ImportReport& report);

    /// A line for each file: path, and why, in the window's language; UTF-8, comma-separated with quotes and
    /// line ends as in RFC 4180.
    QByteArray csv() const;
    /// The same for a person to read: each reason, and its files under it.
    QString text() const;
    /// Writes csv(), or text() where the ending is .txt. Throws Error(WriteFailed | DiskFull).
    void saveTo(const std::filesystem::path& file) const;

Q_SIGNALS:
    /// The person wants these files to be imported again, with other options.
    void tryAgainWanted(const std::vector<std::filesystem::path>& files);

private:
    void fill(const ImportReport& report);
    QTreeView* makeTree();
    void addFile(const std::string& file, const QString& group, const QString& reason, bool taken);
    void forEachFile(const std::function<void(const QString& file, const QString& reason)>& visit) const;
    /// The files that are selected, all of a selected reason; where nothing is selected, all that were
    /// not taken.
    std::vector<std::filesystem::path> chosenFiles() const;
    void copyAll() const;
    void askSave();
    void showInFolder() const;
    void update();

    QStandardItemModel* m_rows;  ///< reasons, and under each its files
    QTreeView* m_tree;
    QPushButton *m_show, *m_again;
};

}  // namespace visagist
