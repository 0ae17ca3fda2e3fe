#include <QCheckBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <thread>

#include "core/image/decode.h"
#include "core/image/encode.h"
#include "ui/bridge/translate.h"
#include "ui/pages/fuse_page.h"
#include "ui/widgets/fusion_mixer.h"
#include "ui/widgets/image_view.h"
#include "ui/widgets/notice_bar.h"

using namespace visagist;

namespace {

/// Fuses to a plain grey whose level is the first person's weight.
class FakeFuser : public Fuser {
public:
    explicit FakeFuser(std::int64_t id, int milliseconds) : m_id(id), m_milliseconds(milliseconds) {}
    const std::vector<std::string>& people() const override { return m_people; }
    int resolution() const override { return 64; }
    std::int64_t checkpoint() const override { return m_id; }
    std::int64_t step() const override { return 1234; }
    void setDriver(const Image& face) override { m_hasDriver = !face.empty(); }
    FusedFace fuse(const FusionWeights& weights) override {
        if (!m_hasDriver) throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("There is no driver."));
        std::this_thread::sleep_for(std::chrono::milliseconds(m_milliseconds));
        FusedFace fused{Image(64, 64, 3), Image(64, 64, 1)};
        std::fill_n(fused.face.data(), fused.face.byteCount(),
                    static_cast<std::uint8_t>(weights.shape[0] * 255));
        ++fusions;
        return fused;
    }
    static inline std::atomic<int> fusions = 0;

private:
    std::vector<std::string> m_people{"Ada", "Ben"};
    std::int64_t m_id;
    int m_milliseconds;
    bool m_hasDriver = false;
};

struct Room {
    QTemporaryDir folder;
    ProjectSession session;
    std::unique_ptr<FusePage> page;

    explicit Room(int milliseconds = 0) {
        session.create(std::filesystem::path(folder.path().toStdString()) / "test.visagist");
        page = std::make_unique<FusePage>(
            session, nullptr, [milliseconds](const std::filesystem::path&, std::optional<std::int64_t> id) {
                return std::make_unique<FakeFuser>(id.value_or(7), milliseconds);
            });
        page->resize(1200, 800);
    }
    QString picture() const {
        const QString file = folder.filePath(QStringLiteral("aligned.png"));
        writePng(toPath(file), Image(80, 80, 3));
        return file;
    }
    /// A checkpoint and an aligned face are there, and the first fusion is shown.
    bool fuseOnce() const {
        QSignalSpy fused(&page->fusion(), &FusionSession::fused);
        page->useCheckpoint({});
        page->findChild<QCheckBox*>()->setChecked(true);
        page->openPicture(picture());
        return fused.wait();
    }
};

}  // namespace

class TestFusePage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutACheckpointExportIsOffAndSaysWhy() {
        ProjectSession session;
        const QTemporaryDir folder;
        session.create(std::filesystem::path(folder.path().toStdString()) / "test.visagist");
        FusePage page(session);  // the true fuser: the project has no checkpoint
        QSignalSpy failed(&page.fusion(), &FusionSession::failed);
        page.useCheckpoint({});
        QVERIFY(failed.wait());
        QVERIFY(!page.exportButton().isEnabled());
        QCOMPARE(page.exportButton().toolTip(), QStringLiteral("There is no checkpoint to fuse with"));
    }

    void aClosedProjectIsBorne() {
        ProjectSession session;
        const FusePage page(session);
        QVERIFY(!page.exportButton().isEnabled());
    }

    void aDriverAndACheckpointGiveAFusion() {
        const Room room;
        QVERIFY(room.fuseOnce());
        QCOMPARE(room.page->mixer().peopleCount(), 2);
        QCOMPARE(room.page->view().picture().size(), QSize(64, 64));
        QCOMPARE(qRed(room.page->view().picture().pixel(5, 5)), 127);
    }

    void theNewestMixWins() {
        const Room room(40);
        QVERIFY(room.fuseOnce());
        const int before = FakeFuser::fusions;
        for (int i = 0; i <= 100; ++i) room.page->mixer().setWeight(0, i / 100.0);
        QTRY_COMPARE(qRed(room.page->view().picture().pixel(5, 5)), 255);
        QVERIFY(FakeFuser::fusions - before < 10);
    }

    void exportWaitsForALookAtFullSize() {
        const Room room;
        room.page->show();
        QVERIFY(QTest::qWaitForWindowExposed(room.page.get()));
        QVERIFY(room.fuseOnce());
        QVERIFY(!room.page->exportButton().isEnabled());
        QVERIFY(room.page->exportButton().toolTip().contains(QStringLiteral("full size")));
        room.page->view().setZoom(ImageView::Zoom::Pixels);
        QVERIFY(room.page->exportButton().isEnabled());
    }

    void theExportedFileHoldsWhatIsShown() {
        const Room room;
        room.page->show();
        QVERIFY(QTest::qWaitForWindowExposed(room.page.get()));
        QVERIFY(room.fuseOnce());
        room.page->view().setZoom(ImageView::Zoom::Pixels);
        const QString file = room.folder.filePath(QStringLiteral("fused é 脸.png"));
        QSignalSpy told(room.page.get(), &Page::told);
        room.page->exportTo(file);
        QVERIFY(told.wait());
        QVERIFY(told[0][0].toString().contains(file));
        const Image written = decodePhoto(toPath(file)).image;
        QCOMPARE(written.width(), 64);
        QCOMPARE(int{written.data()[0]}, 127);
    }

    void aFolderThatIsNotThereIsToldInWords() {
        const Room room;
        room.page->show();
        QVERIFY(QTest::qWaitForWindowExposed(room.page.get()));
        QVERIFY(room.fuseOnce());
        room.page->view().setZoom(ImageView::Zoom::Pixels);
        room.page->exportTo(room.folder.filePath(QStringLiteral("no/such/folder/x.png")));
        QTRY_VERIFY(room.page->notice().isFailure() && !room.page->notice().text().isEmpty());
        QTRY_VERIFY(room.page->exportButton().isEnabled());
    }

    void aDamagedPictureIsToldInWords() {
        const Room room;
        const QString file = room.folder.filePath(QStringLiteral("text.png"));
        QFile text(file);
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("no picture");
        text.close();
        room.page->openPicture(file);
        QTRY_VERIFY(room.page->notice().text().contains(QStringLiteral("text.png")));
    }

    void anotherCheckpointKeepsTheDriver() {
        const Room room;
        QVERIFY(room.fuseOnce());
        QSignalSpy fused(&room.page->fusion(), &FusionSession::fused);
        room.page->useCheckpoint(9);
        QVERIFY(fused.wait());
        QCOMPARE(room.page->fusion().info()->checkpoint, std::int64_t{9});
    }

    void destroyedInTheMiddleOfAFusionItJoins() {
        auto room = std::make_unique<Room>(300);
        room->page->useCheckpoint({});
        room->page->findChild<QCheckBox*>()->setChecked(true);
        room->page->openPicture(room->picture());
        QTest::qWait(200);
        room.reset();
    }
};

QTEST_MAIN(TestFusePage)
#include "tst_fuse_page.moc"
