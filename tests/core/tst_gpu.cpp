#include <QTest>
#include <cmath>

#include "core/fuse/fuser.h"
#include "core/image/decode.h"
#include "core/model/device_report.h"
#include "core/store/face_table.h"
#include "tests/support/training.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

Recipe recipeOn(Device device, std::int64_t steps = 3) {
    Recipe recipe = test::tinyRecipe(steps);
    recipe.train.device = device;
    recipe.train.mixturesFrom = recipe.train.detailFrom = 0;
    return recipe;
}

}  // namespace

class TestGpu : public QObject {
    Q_OBJECT
    test::DemoProjects m_projects;

private Q_SLOTS:
    void init() {
        if (deviceReport().gpus.empty()) QSKIP("there is no graphics card here that LibTorch can use");
    }
    void theReportNamesTheCard() {
        const DeviceReport report = deviceReport();
        QVERIFY(!report.cudaVersion.empty());
        QVERIFY(report.whyNoGpu.source.empty());
        QVERIFY(!report.gpus[0].name.empty());
    }
    void aStepOnItAgreesWithTheProcessors() {
        std::vector<std::map<std::string, double>> first;
        for (const Device device : {Device::Cpu, Device::Cuda}) {
            const test::Told told = test::train(test::newRun(m_projects.make(), recipeOn(device)));
            VISAGIST_ENDS(told, RunState::Completed);
            first.push_back(told.all<Progress>().at(1).metrics);  // the first holds the validation of step 0
        }
        for (const char* name : {"generator", "reconstruction", "cycle"}) {
            const double cpu = first[0].at(name), gpu = first[1].at(name);
            QVERIFY2(std::abs(gpu - cpu) < 0.02 * std::abs(cpu),
                     qPrintable(QString("%1: %2, %3").arg(name).arg(cpu).arg(gpu)));
        }
    }
    void itTrainsInSmallerNumberFormats_data() {
        QTest::addColumn<int>("precision");
        QTest::addRow("bf16") << static_cast<int>(Precision::Bf16);
        QTest::addRow("fp16") << static_cast<int>(Precision::Fp16);
    }
    void itTrainsInSmallerNumberFormats() {
        QFETCH(int, precision);
        Recipe recipe = recipeOn(Device::Cuda, 30);
        recipe.train.precision = static_cast<Precision>(precision);
        const test::Told told = test::train(test::newRun(m_projects.make(), recipe));
        VISAGIST_ENDS(told, RunState::Completed);
        for (const auto& [name, value] : told.all<Progress>().back().metrics)
            QVERIFY2(std::isfinite(value), name.c_str());
    }
    void whatItTrainedTheProcessorFusesAlike() {
        const fs::path path = m_projects.make();
        VISAGIST_ENDS(test::train(test::newRun(path, recipeOn(Device::Cuda, 20))), RunState::Completed);
        const Project project = Project::open(path, Access::ReadOnly);
        const Image driver = decodeImage(faceCropPng(project.database(), faces(project.database()).at(0).id));
        std::vector<Image> made;
        for (const Device device : {Device::Cpu, Device::Cuda}) {
            const auto fuser = Fuser::open(path, {}, device);
            fuser->setDriver(driver);
            made.push_back(fuser->fuse(FusionWeights::uniform({1, 1})).face);
        }
        for (std::size_t i = 0; i < made[0].byteCount(); ++i)
            QVERIFY(std::abs(int{made[0].data()[i]} - int{made[1].data()[i]}) <= 3);
    }
    void aRunOnItGoesOnOnTheProcessor() {
        const fs::path path = m_projects.make();
        const test::Told first = test::train(test::newRun(path, recipeOn(Device::Cuda, 3)));
        VISAGIST_ENDS(first, RunState::Completed);
        VISAGIST_ENDS(test::train(test::resumed(path, first.run(), {{"steps", "5"}, {"device", "cpu"}})),
                      RunState::Completed);
    }
};

QTEST_APPLESS_MAIN(TestGpu)
#include "tst_gpu.moc"
