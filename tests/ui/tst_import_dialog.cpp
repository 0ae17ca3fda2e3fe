#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/support/demo_photograph.h"
#include "ui/bridge/qt_image.h"
#include "ui/bridge/translate.h"
#include "ui/pages/import_dialog.h"
#include "ui/widgets/image_view.h"
#include "ui/widgets/import_form.h"
#include "ui/widgets/option_row.h"

using namespace visagist;

namespace {

const QString kMissing = QStringLiteral("The file of MMOD is not there.");

/// HOG as it is, MMOD without its file, and no other.
DetectorCatalogue fewDetectors() {
    DetectorCatalogue all = detectorsOfFaceRoom(), few;
    few.add(all.entries().front());
    few.add(
        {DetectorKind::Mmod, [] { throw Error(ErrorCode::NotFound, kMissing.toUtf8().constData()); }, {}});
    return few;
}

QPushButton* buttonOf(ImportDialog& dialog, const QString& text) {
    for (QPushButton* button : dialog.findChildren<QPushButton*>())
        if (button->text() == text) return button;
    return nullptr;
}

QStandardItem* detectorItem(ImportDialog& dialog, const char* key) {
    auto* box = qobject_cast<QComboBox*>(dialog.form().row("detector")->control());
    return qobject_cast<QStandardItemModel*>(box->model())->item(box->findData(QString::fromLatin1(key)));
}

}  // namespace

class TestImportDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        qImageFrom(test::photograph(400).image).save(m_folder->filePath(QStringLiteral("face.png")));
        QImage wall(300, 200, QImage::Format_RGB888);
        wall.fill(Qt::gray);
        wall.save(m_folder->filePath(QStringLiteral("wall.png")));
        std::ofstream(toPath(m_folder->filePath(QStringLiteral("broken.jpg")))) << "no picture";
    }

    void everyImportOptionIsInTheForm() {
        ImportDialog dialog(paths(), {});
        for (const OptionInfo& option : importOptionTable())
            QVERIFY2(dialog.form().row(option.key), option.key.c_str());
    }

    void whatIsChosenIsCounted() {
        ImportDialog dialog(paths(), {});
        QVERIFY(QSignalSpy(&dialog, &ImportDialog::listed).wait(10000));
        QStringList texts;
        for (QLabel* label : dialog.findChildren<QLabel*>()) texts += label->text();
        const QString all = texts.join(QLatin1Char('|'));
        QVERIFY2(all.contains(QStringLiteral("Chosen: 2 picture")) && all.contains(QStringLiteral("1 file")),
                 qPrintable(all));
    }

    void aDetectorWithoutItsFileIsGreyedOutWithTheReason() {
        ImportDialog dialog(paths(), {.current = QStringLiteral("ada"), .detectors = fewDetectors()});
        QVERIFY(QSignalSpy(&dialog, &ImportDialog::listed).wait(10000));
        QVERIFY(!detectorItem(dialog, "mmod")->isEnabled());
        QCOMPARE(detectorItem(dialog, "mmod")->toolTip(), kMissing);
        QVERIFY(!detectorItem(dialog, "mtcnn")->isEnabled());
    }

    void anImportWithADetectorThatIsMissingCannotBegin() {
        ImportDialog dialog(paths(), {.current = QStringLiteral("ada"),
                                      .options = {.detector = DetectorKind::Mmod},
                                      .detectors = fewDetectors()});
        QVERIFY(QSignalSpy(&dialog, &ImportDialog::listed).wait(10000));
        QPushButton* import = buttonOf(dialog, QStringLiteral("Import"));
        QVERIFY(!import->isEnabled());
        QCOMPARE(import->toolTip(), kMissing);
        QCOMPARE(dialog.form().row("detector")->error(), kMissing);
    }

    void aTrimThatLeavesNothingCannotBegin() {
        ImportDialog dialog(paths(), {.current = QStringLiteral("ada")});
        dialog.form().setMissingDetectors({});
        QPushButton* import = buttonOf(dialog, QStringLiteral("Import"));
        QVERIFY(import->isEnabled());
        dialog.form().edit("trim_from", 20.0);
        dialog.form().edit("trim_to", 10.0);
        QVERIFY(!import->isEnabled());
        QVERIFY(!dialog.form().row("trim_to")->error().isEmpty());
        dialog.form().edit("trim_to", 30.0);
        QVERIFY(import->isEnabled());
    }

    void onlyTheRowsOfTheChosenFramesShow() {
        ImportForm form({});
        QVERIFY(form.row("frame_step")->isHidden());
        form.edit("frames", "every_nth");
        QVERIFY(!form.row("frame_step")->isHidden());
        QVERIFY(form.row("frames_per_second")->isHidden());
    }

    void theRequestHasWhatTheFormSays() {
        ImportOptions before;
        before.minFace = 60;
        ImportDialog dialog(paths(), {.current = QStringLiteral("ada"), .options = before});
        dialog.form().edit("turned", "always");
        dialog.form().edit("jitter", 5);
        ImportOptions expected = before;
        expected.turned = TurnedFaces::Always;
        expected.jitter = 5;
        QVERIFY(dialog.request().options == expected);
        QCOMPARE(dialog.request().person, std::string("ada"));
        buttonOf(dialog, QStringLiteral("Usual options"))->click();
        QVERIFY(dialog.request().options == ImportOptions{});
    }

    void aTrialShowsTheFacesOfOnePictureAfterAnother() {
        if (detectorsOfFaceRoom().whyNot(DetectorKind::Hog)) QSKIP("the landmark model is not here");
        ImportDialog dialog(paths(), {.current = QStringLiteral("ada")});
        QVERIFY(QSignalSpy(&dialog, &ImportDialog::listed).wait(10000));
        QSignalSpy tried(&dialog, &ImportDialog::tried);
        buttonOf(dialog, QStringLiteral("Try on one picture"))->click();
        QVERIFY(tried.wait(30000));
        QCOMPARE(tried.takeFirst()[0].toInt(), 1);
        const auto* view = dialog.findChild<ImageView*>();
        const QImage plain(m_folder->filePath(QStringLiteral("face.png")));
        QCOMPARE(view->picture().size(), plain.size());
        QVERIFY(view->picture().convertToFormat(QImage::Format_RGB32) !=
                plain.convertToFormat(QImage::Format_RGB32));
        buttonOf(dialog, QStringLiteral("Try on the next picture"))->click();
        QVERIFY(tried.wait(30000));
        QCOMPARE(tried.takeFirst()[0].toInt(), 0);
    }

    void closingWhileCountingLeavesNothingBehindThatWaits() {
        QWidget window;
        auto* dialog = new ImportDialog(paths(), {}, &window);
        delete dialog;  // the listing has only begun; it belongs to the window now and goes by itself
        QTRY_VERIFY(window.findChildren<BackgroundJob*>().isEmpty());
    }

private:
    std::vector<std::filesystem::path> paths() const { return {toPath(m_folder->path())}; }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(TestImportDialog)
#include "tst_import_dialog.moc"
