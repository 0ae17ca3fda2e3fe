#include "ui/pages/import_report_dialog.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QStandardItemModel>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/file.h"
#include "ui/bridge/translate.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr int kFileRole = Qt::UserRole + 1;    ///< the whole path
constexpr int kReasonRole = Qt::UserRole + 2;  ///< of a file: why; of a group: its name without the count

constexpr int kTakenRole = Qt::UserRole + 3;  ///< of a file: whether its faces are in the project

/// What all sentences of one kind have in common: their places are left open.
QString groupOf(const RefusedPicture& refused) {
    if (refused.message.source.empty()) return QString::fromStdString(refused.reason);
    static const QRegularExpression place(QStringLiteral("\"?%\\d+\"?"));
    return coreText(refused.message.source).replace(place, QStringLiteral("…"));
}

QString reasonOf(const RefusedPicture& refused) {
    return refused.message.source.empty() ? QString::fromStdString(refused.reason)
                                          : translated(refused.message);
}

QString quoted(QString field) {
    return QLatin1Char('"') + field.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

}  // namespace

ImportReportDialog::ImportReportDialog(const ImportReport& report, QWidget* parent)
    : QDialog(parent), m_rows(new QStandardItemModel(0, 2, this)), m_tree(makeTree()) {
    setWindowTitle(tr("Import report"));
    resize(760, 460);
    fill(report);
    auto* heading = makeLabel("heading", this);
    heading->setText(summary(report));
    heading->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    const auto add = [&](const QString& text, const QString& tip) {
        QPushButton* button = buttons->addButton(text, QDialogButtonBox::ActionRole);
        button->setToolTip(tip);
        return button;
    };
    QPushButton* copy = add(tr("Copy list"), tr("Copies every reason with its files"));
    QPushButton* save = add(tr("Save list…"), tr("Saves the list as a table (CSV) or as text"));
    m_show = add(tr("Show in folder"), tr("Opens the folder in which the file lies"));
    m_again =
        add(tr("Try again…"), tr("Imports what is selected, or all that was not taken, with other options"));
    connect(copy, &QPushButton::clicked, this, &ImportReportDialog::copyAll);
    connect(save, &QPushButton::clicked, this, &ImportReportDialog::askSave);
    connect(m_show, &QPushButton::clicked, this, &ImportReportDialog::showInFolder);
    connect(m_again, &QPushButton::clicked, this, [this] {
        Q_EMIT tryAgainWanted(chosenFiles());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ImportReportDialog::update);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->addWidget(heading);
    column->addWidget(m_tree, 1);
    column->addWidget(buttons);
    update();
}

QTreeView* ImportReportDialog::makeTree() {
    m_rows->setHorizontalHeaderLabels({tr("File"), tr("Reason")});
    auto* tree = new QTreeView(this);
    tree->setModel(m_rows);
    tree->setAccessibleName(tr("Files and reasons"));
    tree->setEditTriggers(QTreeView::NoEditTriggers);
    tree->setSelectionMode(QTreeView::ExtendedSelection);
    tree->setTextElideMode(Qt::ElideMiddle);
    tree->setUniformRowHeights(true);
    tree->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    tree->setColumnWidth(0, 260);
    return tree;
}

void ImportReportDialog::fill(const ImportReport& report) {
    for (const RefusedPicture& refused : report.refused)
        addFile(refused.file, groupOf(refused), reasonOf(refused), false);
    const QString none = tr("No face was found in this picture.");
    for (const std::string& file : report.noFace) addFile(file, none, none, false);
    for (const RefusedPicture& note : report.notes) addFile(note.file, groupOf(note), reasonOf(note), true);
    const QString several =
        tr("Several faces were found and all were taken: move those of others to their person.");
    for (const std::string& file : report.severalFaces) addFile(file, several, several, true);
    for (int group = 0; group < m_rows->rowCount(); ++group) {
        QStandardItem* item = m_rows->item(group);
        item->setText(tr("%1 (%2)", "reason, number of files")
                          .arg(item->data(kReasonRole).toString(), QLocale().toString(item->rowCount())));
        m_tree->setFirstColumnSpanned(group, {}, true);
        if (item->rowCount() <= 20) m_tree->expand(item->index());
    }
}

void ImportReportDialog::addFile(const std::string& file, const QString& group, const QString& reason,
                                 bool taken) {
    const QString path = QString::fromStdString(file);
    auto* name = new QStandardItem(QFileInfo(path).fileName());
    name->setData(path, kFileRole);
    name->setData(reason, kReasonRole);
    name->setData(taken, kTakenRole);
    name->setToolTip(path);
    auto* why = new QStandardItem(reason);
    why->setToolTip(reason);
    for (int row = 0; row < m_rows->rowCount(); ++row) {
        if (m_rows->item(row)->data(kReasonRole).toString() != group) continue;
        m_rows->item(row)->appendRow({name, why});
        return;
    }
    auto* head = new QStandardItem(group);
    head->setData(group, kReasonRole);
    head->setToolTip(group);
    head->appendRow({name, why});
    m_rows->appendRow(head);
}

QString ImportReportDialog::summary(const ImportReport& report) {
    QStringList sentences;
    if (report.stopped) sentences += tr("The import was stopped; what was done so far is kept.");
    sentences += tr("%n face(s) stored.", nullptr, static_cast<int>(report.faces));
    if (report.frames > 0)
        sentences += tr("%n frame(s) of films were looked at.", nullptr, static_cast<int>(report.frames));
    if (report.skipped > 0)
        sentences += tr("%n picture(s) were imported before.", nullptr, static_cast<int>(report.skipped));
    const auto refused = report.refused.size() + report.noFace.size();
    if (refused > 0) sentences += tr("%n file(s) were not taken.", nullptr, static_cast<int>(refused));
    return sentences.join(tr(" ", "between two sentences"));
}

bool ImportReportDialog::hasDetails(const ImportReport& report) {
    return !report.refused.empty() || !report.notes.empty() || !report.noFace.empty() ||
           !report.severalFaces.empty();
}

void ImportReportDialog::forEachFile(
    const std::function<void(const QString& file, const QString& reason)>& visit) const {
    for (int group = 0; group < m_rows->rowCount(); ++group) {
        const QStandardItem* head = m_rows->item(group);
        for (int row = 0; row < head->rowCount(); ++row) {
            const QStandardItem* file = head->child(row);
            visit(file->data(kFileRole).toString(), file->data(kReasonRole).toString());
        }
    }
}

QByteArray ImportReportDialog::csv() const {
    QString lines = quoted(tr("File")) + QLatin1Char(',') + quoted(tr("Reason")) + QStringLiteral("\r\n");
    forEachFile([&](const QString& file, const QString& reason) {
        lines += quoted(file) + QLatin1Char(',') + quoted(reason) + QStringLiteral("\r\n");
    });
    return lines.toUtf8();
}

QString ImportReportDialog::text() const {
    QString lines;
    for (int group = 0; group < m_rows->rowCount(); ++group) {
        const QStandardItem* head = m_rows->item(group);
        lines += (group > 0 ? QStringLiteral("\n") : QString()) + head->text() + QLatin1Char('\n');
        for (int row = 0; row < head->rowCount(); ++row) {
            const QStandardItem* file = head->child(row);
            lines += QLatin1Char('\t') + file->data(kFileRole).toString();
            const QString reason = file->data(kReasonRole).toString();
            if (reason != head->data(kReasonRole).toString()) lines += QLatin1Char('\t') + reason;
            lines += QLatin1Char('\n');
        }
    }
    return lines;
}

void ImportReportDialog::saveTo(const std::filesystem::path& file) const {
    const QByteArray bytes = file.extension() == ".txt" ? text().toUtf8() : csv();
    writeFileAtomically(
        file, std::span(reinterpret_cast<const std::uint8_t*>(bytes.constData()), std::size_t(bytes.size())));
}

void ImportReportDialog::askSave() {
    const QString table = tr("Table (*.csv)"), plain = tr("Text (*.txt)");
    QString kind;
    QString name = QFileDialog::getSaveFileName(this, tr("Save list"), tr("import report.csv"),
                                                table + QStringLiteral(";;") + plain, &kind);
    if (name.isEmpty()) return;
    if (QFileInfo(name).suffix().isEmpty())
        name += kind == plain ? QStringLiteral(".txt") : QStringLiteral(".csv");
    try {
        saveTo(toPath(name));
    } catch (const std::exception& error) {
        QMessageBox::warning(this, windowTitle(), translated(error));
    }
}

std::vector<std::filesystem::path> ImportReportDialog::chosenFiles() const {
    std::vector<std::filesystem::path> files;
    const QItemSelectionModel* selection = m_tree->selectionModel();
    const bool all = !selection->hasSelection();
    for (int group = 0; group < m_rows->rowCount(); ++group) {
        const QStandardItem* head = m_rows->item(group);
        const bool whole = selection->isSelected(head->index());
        for (int row = 0; row < head->rowCount(); ++row) {
            const QStandardItem* file = head->child(row);
            const bool wanted =
                all ? !file->data(kTakenRole).toBool() : whole || selection->isSelected(file->index());
            if (!wanted) continue;
            // One file may stand under several reasons.
            const auto path = toPath(file->data(kFileRole).toString());
            if (std::ranges::find(files, path) == files.end()) files.push_back(path);
        }
    }
    return files;
}

void ImportReportDialog::showInFolder() const {
    const QString file = m_tree->currentIndex().siblingAtColumn(0).data(kFileRole).toString();
    if (!file.isEmpty()) QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(file).absolutePath()));
}

void ImportReportDialog::copyAll() const { QGuiApplication::clipboard()->setText(text()); }

void ImportReportDialog::update() {
    m_show->setEnabled(!m_tree->currentIndex().siblingAtColumn(0).data(kFileRole).toString().isEmpty());
    m_again->setEnabled(!chosenFiles().empty());
}

}  // namespace visagist
