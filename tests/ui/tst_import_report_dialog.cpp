#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include "core/base/file.h"
#include "ui/bridge/translate.h"
#include "ui/pages/import_report_dialog.h"

using namespace visagist;

namespace {

RefusedPicture refused(const std::string& file, const std::string& source) {
    const Message message{source, {file}};
    return {file, message.english(), message};
}

ImportReport mixedReport() {
    ImportReport report;
    report.faces = 3;
    report.refused = {refused("/photos/a.jpg", "The picture %1 is cut off."),
                      refused("/photos/b.png", "The picture %1 is of no known kind."),
                      refused("/photos/c \"x\", y.jpg", "The picture %1 is cut off.")};
    report.noFace = {"/photos/wall.jpg"};
    report.severalFaces = {"/photos/wedding.jpg"};
    return report;
}

QPushButton* buttonOf(const QDialog& dialog, const QString& text) {
    for (QPushButton* button : dialog.findChildren<QPushButton*>())
        if (button->text() == text) return button;
    return nullptr;
}

}  // namespace

class TestImportReportDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void filesOfOneReasonStandTogether() {
        const ImportReportDialog dialog(mixedReport());
        const auto* rows = dialog.findChild<QStandardItemModel*>();
        QCOMPARE(rows->rowCount(), 4);
        QCOMPARE(rows->item(0)->rowCount(), 2);
        QCOMPARE(rows->item(0)->text(), QString::fromUtf8("The picture … is cut off. (2)"));
        QCOMPARE(rows->item(0)->child(1)->toolTip(), QStringLiteral("/photos/c \"x\", y.jpg"));
        QCOMPARE(rows->item(1)->rowCount(), 1);
    }

    void theTableKeepsQuotesAndCommas() {
        const ImportReportDialog dialog(mixedReport());
        const QList<QByteArray> lines = dialog.csv().split('\n');
        QCOMPARE(lines.size(), 7);  // a head, five files, and nothing behind the last line's end
        QCOMPARE(lines[0], QByteArray("\"File\",\"Reason\"\r"));
        QCOMPARE(
            lines[2],
            QByteArray(
                "\"/photos/c \"\"x\"\", y.jpg\",\"The picture /photos/c \"\"x\"\", y.jpg is cut off.\"\r"));
    }

    void theListIsSavedAsTableOrTextByItsEnding() {
        const QTemporaryDir folder;
        const ImportReportDialog dialog(mixedReport());
        const auto read = [](const std::filesystem::path& path) {
            const auto bytes = readFile(path);
            return QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
        };
        const auto table = toPath(folder.filePath(QString::fromUtf8("Liste ä.csv")));
        dialog.saveTo(table);
        QCOMPARE(read(table), dialog.csv());
        const auto text = toPath(folder.filePath(QStringLiteral("list.txt")));
        dialog.saveTo(text);
        QCOMPARE(read(text), dialog.text().toUtf8());
        QVERIFY(dialog.text().contains(QStringLiteral("/photos/wall.jpg")));
    }

    void theListIsCopied() {
        const ImportReportDialog dialog(mixedReport());
        buttonOf(dialog, QStringLiteral("Copy list"))->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), dialog.text());
    }

    void tryingAgainTakesWhatIsSelectedOrAllThatWasNotTaken() {
        ImportReport report = mixedReport();
        report.notes = {refused("/photos/wall.jpg", "The colour profile of %1 is broken.")};
        ImportReportDialog all(report);
        QSignalSpy everything(&all, &ImportReportDialog::tryAgainWanted);
        buttonOf(all, QStringLiteral("Try again…"))->click();
        QCOMPARE(everything.takeFirst()[0].value<std::vector<std::filesystem::path>>().size(),
                 4u);  // the wall once, the wedding not

        ImportReportDialog some(report);
        QSignalSpy group(&some, &ImportReportDialog::tryAgainWanted);
        auto* tree = some.findChild<QTreeView*>();
        tree->setCurrentIndex(tree->model()->index(0, 0));
        buttonOf(some, QStringLiteral("Try again…"))->click();
        const auto files = group.takeFirst()[0].value<std::vector<std::filesystem::path>>();
        QCOMPARE(files.size(), 2u);
        QVERIFY(files[0] == std::filesystem::path("/photos/a.jpg"));
    }

    void theFolderOfOneFileCanBeShownOnly() {
        const ImportReportDialog dialog(mixedReport());
        auto* tree = dialog.findChild<QTreeView*>();
        QPushButton* show = buttonOf(dialog, QStringLiteral("Show in folder"));
        const QModelIndex group = tree->model()->index(0, 0);
        tree->setCurrentIndex(group);
        QVERIFY(!show->isEnabled());
        tree->setCurrentIndex(tree->model()->index(0, 0, group));
        QVERIFY(show->isEnabled());
    }
};

QTEST_MAIN(TestImportReportDialog)
#include "tst_import_report_dialog.moc"
