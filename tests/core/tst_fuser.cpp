#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/data/demo_faces.h"
#include "core/fuse/fuser.h"
#include "core/image/decode.h"
#include "core/model/device_report.h"
#include "core/store/face_table.h"
#include "tests/support/error_of.h"
#include "tests/support/training.h"

using namespace visagist;
namespace fs = std::filesystem;

class TestFuser : public QObject {
    Q_OBJECT
    test::DemoProjects m_projects;
    fs::path m_path;
    Image m_driver;

    std::unique_ptr<Fuser> driven(std::optional<std::int64_t> checkpoint = {}) {
        auto fuser = Fuser::open(m_path, checkpoint, Device::Cpu);
        fuser->setDriver(m_driver);
        return fuser;
    }
    static double difference(const Image& a, const Image& b) {
        double most = 0;
        for (std::size_t i = 0; i < a.byteCount(); ++i)
            most = std::max(most, std::abs(1.0 * a.data()[i] - b.data()[i]));
        return most;
    }

private Q_SLOTS:
    void initTestCase() {
        setComputeThreads(1);
        m_path = m_projects.make(3);
        Recipe recipe = test::tinyRecipe(30);
        recipe.optim.learningRate = 2e-3;
        recipe.train.saveEvery = 15;
        VISAGIST_ENDS(test::train(test::newRun(m_path, recipe)), RunState::Completed);
        const Project project = Project::open(m_path, Access::ReadOnly);
        m_driver = decodeImage(faceCropPng(project.database(), faces(project.database()).at(0).id));
    }

    void theNewestCheckpointIsTaken() {
        const auto fuser = driven();
        QVERIFY(fuser->people() ==
                (std::vector<std::string>{demoPersonName(0), demoPersonName(1), demoPersonName(2)}));
        QCOMPARE(fuser->resolution(), 64);
        QCOMPARE(fuser->step(), std::int64_t{30});
        QCOMPARE(fuser->checkpoint(), test::checkpoints(m_path).at(0).id);
        const auto older = driven(test::checkpoints(m_path).at(1).id);
        QCOMPARE(older->step(), std::int64_t{15});
        const auto weights = FusionWeights::uniform({1, 1, 1});
        QVERIFY(!(older->fuse(weights).face == fuser->fuse(weights).face));
    }
    void aFusedFaceIsAPictureWithItsMask() {
        const FusedFace made = driven()->fuse(FusionWeights::uniform({0.5, 0.5, 0}));
        QCOMPARE(made.face.width(), 64);
        QCOMPARE(made.face.height(), 64);
        QCOMPARE(made.face.channels(), 3);
        QCOMPARE(made.mask.width(), 64);
        QCOMPARE(made.mask.channels(), 1);
        QVERIFY(difference(made.face, Image(64, 64, 3)) > 50);
    }
    void fusingAgainGivesTheSame() {
        const auto one = driven(), other = driven();
        const auto weights = FusionWeights::uniform({0.2, 0.3, 0.5});
        const FusedFace first = one->fuse(weights);
        QVERIFY(one->fuse(FusionWeights::uniform({1, 0, 0})).face != first.face);
        for (Fuser* fuser : {one.get(), other.get()}) {
            const FusedFace again = fuser->fuse(weights);
            QVERIFY(again.face == first.face && again.mask == first.mask);
        }
    }
    void onlyTheProportionOfTheWeightsCounts() {
        const auto fuser = driven();
        const Image one = fuser->fuse(FusionWeights::uniform({0, 1, 0})).face;
        for (const double scale : {1e-6, 0.3, 100.0})
            QVERIFY(fuser->fuse(FusionWeights::uniform({0, scale, 0})).face == one);
        QVERIFY(difference(fuser->fuse(FusionWeights::uniform({2, 4, 6})).face,
                           fuser->fuse(FusionWeights::uniform({0.1, 0.2, 0.3})).face) <= 1);
        QVERIFY(fuser->fuse(FusionWeights::uniform({1, 0, 0})).face != one);
    }
    void weightsThatCannotBeUsedAreRefused_data() {
        QTest::addColumn<QList<double>>("weights");
        QTest::addRow("all zero") << QList<double>{0, 0, 0};
        QTest::addRow("negative") << QList<double>{1, -0.1, 0};
        QTest::addRow("too few") << QList<double>{1, 0};
        QTest::addRow("too many") << QList<double>{1, 0, 0, 0};
        QTest::addRow("none") << QList<double>{};
        QTest::addRow("not a number") << QList<double>{1, std::nan(""), 0};
        QTest::addRow("infinite") << QList<double>{1, std::numeric_limits<double>::infinity(), 0};
        QTest::addRow("too large together") << QList<double>{1e308, 1e308, 1e308};
    }
    void weightsThatCannotBeUsedAreRefused() {
        QFETCH(QList<double>, weights);
        const std::vector<double> bad(weights.begin(), weights.end()), good{1, 0, 0};
        const auto fuser = driven();
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, fuser->fuse(FusionWeights::uniform(bad)));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, fuser->fuse({good, good, bad}));
    }
    void withoutADriverThereIsNothingToFuse() {
        const auto fuser = Fuser::open(m_path, {}, Device::Cpu);
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, fuser->fuse(FusionWeights::uniform({1, 0, 0})));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, fuser->setDriver({}));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, fuser->setDriver(Image(64, 64, 1)));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, fuser->setDriver(Image(64, 64, 3, 16)));
    }
    void driversOfAnySizeAreTaken() {
        const auto fuser = driven();
        const Image before = fuser->fuse(FusionWeights::uniform({1, 0, 0})).face;
        for (const int size : {33, 200}) {
            fuser->setDriver(Image(size, size, 3));
            QVERIFY(fuser->fuse(FusionWeights::uniform({1, 0, 0})).face != before);
        }
        fuser->setDriver(m_driver);
        QVERIFY(fuser->fuse(FusionWeights::uniform({1, 0, 0})).face == before);
    }
    void whatIsNotThereIsNotFound() {
        const auto missing = test::errorOf([&] { Fuser::open(m_path, 4711, Device::Cpu); });
        QVERIFY(missing && missing->code() == ErrorCode::NotFound);
        QVERIFY2(QString(missing->what()).contains("4711"), missing->what());
        const fs::path untrained = m_projects.make();
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, Fuser::open(untrained, {}, Device::Cpu));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, Fuser::open(untrained.parent_path() / "no.visagist"));
    }
    void fusingGoesOnWhileTheProjectIsTrained() {
        const fs::path path = m_projects.make();
        int fused = 0;
        Recipe recipe = test::tinyRecipe(4);
        recipe.train.saveEvery = 2;
        const auto told = test::train(test::newRun(path, recipe), [&](const TrainEvent& event, auto&, auto&) {
            if (!std::holds_alternative<CheckpointSaved>(event)) return;
            const auto fuser = Fuser::open(path, {}, Device::Cpu);
            fuser->setDriver(m_driver);
            fused += fuser->fuse(FusionWeights::uniform({1, 1})).face.width();
        });
        VISAGIST_ENDS(told, RunState::Completed);
        QCOMPARE(fused, 2 * 64);
    }
};

QTEST_APPLESS_MAIN(TestFuser)
#include "tst_fuser.moc"
