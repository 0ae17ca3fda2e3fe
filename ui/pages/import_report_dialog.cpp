#include "ui/pages/import_report_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/bridge/translate.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {

void addRow(QStandardItemModel* rows, const std::string& file, const QString& reason) {
    const QString path = QString::fromStdString(file);
    auto* name = new QStandardItem(QFileInfo(path).fileName());
    name->setToolTip(path);
    auto* why = new QStandardItem(reason);
    why->setToolTip(reason);
    rows->appendRow({name, why});
}

}  // namespace

ImportReportDialog::ImportReportDialog(const ImportReport& report, QWidget* parent)
    : QDialog(parent), m_rows(new QStandardItemModel(0, 2, this)) {
    setWindowTitle(tr("Import report"));
    resize(720, 420);
    m_rows->setHorizontalHeaderLabels({tr("File"), tr("Reason")});
    for (const RefusedPicture& refused : report.refused)
        addRow(m_rows, refused.file, translated(refused.message));
    for (const RefusedPicture& note : report.notes) addRow(m_rows, note.file, translated(note.message));
    for (const std::string& file : report.noFace)
        addRow(m_rows, file, tr("No face was found in this picture."));
    for (const std::string& file : report.severalFaces)
        addRow(m_rows, file,
               tr("Several faces were found and all were taken: move those of others to their person."));

    auto* heading = makeLabel("heading", this);
    heading->setText(summary(report));
    heading->setWordWrap(true);
    auto* table = new QTableView(this);
    table->setModel(m_rows);
    table->setShowGrid(false);
    table->setEditTriggers(QTableView::NoEditTriggers);
    table->setSelectionBehavior(QTableView::SelectRows);
    table->setTextElideMode(Qt::ElideMiddle);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(size::tableRow);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->setColumnWidth(0, 240);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    auto* copy = buttons->addButton(tr("Copy list"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, &ImportReportDialog::copyAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->addWidget(heading);
    column->addWidget(table, 1);
    column->addWidget(buttons);
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

void ImportReportDialog::copyAll() const {
    QStringList lines;
    for (int row = 0; row < m_rows->rowCount(); ++row)
        lines += m_rows->item(row, 0)->toolTip() + QLatin1Char('\t') + m_rows->item(row, 1)->text();
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

}  // namespace visagist
