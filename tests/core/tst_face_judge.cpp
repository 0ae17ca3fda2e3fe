#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QElapsedTimer>
#include <QTest>
#include <cmath>

#include "core/base/error.h"
#include "core/data/dataset_split.h"
#include "core/store/person_table.h"
#include "core/train/face_judge.h"
#include "core/train/samples.h"
#include "core/train/train_step.h"
#include "tests/support/dlib_embeddings.h"
#include "tests/support/error_of.h"
#include "tests/support/training.h"

using namespace visagist;
using test::DemoProjects, test::newRun, test::resumed, test::tinyRecipe, test::Told, test::train;
namespace fs = std::filesystem;

namespace {

constexpr int kPeople = 3;

AlignedCache cacheOf(const fs::path& path) {
    Project project = Project::open(path);
    Dataset dataset = makeDataset(project.database(), {}, {});
    dataset.id = insertDataset(project.database(), dataset);
    return AlignedCache::open(project, dataset, 64);
}

/// The faces of one person.
DeviceBatch facesOf(const AlignedCache& cache, int person) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < cache.size(); ++i) {
        if (cache.personIndex(i) == person) indices.push_back(i);
    }
    return {plainBatch(cache, indices), torch::kCPU};
}

StepPlan planOf(Stage stage, std::int64_t step = 0) {
    return {.step = step, .stage = stage, .learningRate = 2e-4, .adversarial = 1};
}

/// Where no model is while it lives.
class NoModels {
public:
    NoModels() : m_before(qgetenv("VISAGIST_MODELS")) { qputenv("VISAGIST_MODELS", m_dir.path().toUtf8()); }
    ~NoModels() { m_before.isEmpty() ? qunsetenv("VISAGIST_MODELS") : qputenv("VISAGIST_MODELS", m_before); }

private:
    QTemporaryDir m_dir;
    QByteArray m_before;
};

constexpr const char* kModel = "dlib_face_recognition_resnet_model_v1.dat";

}  // namespace

class TestFaceJudge : public QObject {
    Q_OBJECT
    DemoProjects m_projects;
    std::optional<AlignedCache> m_cache;
    std::shared_ptr<const FaceJudge> m_judge;

private Q_SLOTS:
    void initTestCase() {
        VISAGIST_NEEDS_FACE_NET();
        torch::set_num_threads(1);
        m_cache.emplace(cacheOf(m_projects.make(kPeople)));
        m_judge = std::make_shared<FaceJudge>(*m_cache, kPeople, torch::kCPU, std::stop_token{});
    }
    void peopleAreKnownByTheirTrainingFaces() {
        QCOMPARE(m_judge->means().sizes(), (torch::IntArrayRef{kPeople, kEmbeddingSize}));
        const FaceJudge again(*m_cache, kPeople, torch::kCPU, {});
        QVERIFY(torch::equal(again.means(), m_judge->means()));
        const torch::NoGradGuard noGrad;
        FaceNet net = loadFaceNet(torch::kCPU);
        int right = 0, all = 0;
        for (int person = 0; person < kPeople; ++person) {
            const DeviceBatch batch = facesOf(*m_cache, person);
            const torch::Tensor embeddings = net(batch.target).embedding;
            const torch::Tensor nearest = std::get<1>(torch::cdist(embeddings, m_judge->means()).min(1));
            right += (nearest == person).sum().item<int>();
            all += static_cast<int>(batch.people.size());
        }
        qInfo("%d of %d demo faces are nearest to their own person's mean", right, all);
        QVERIFY(right > 0.8 * all);
    }
    void aStopEndsTheLooking() {
        std::stop_source stop;
        stop.request_stop();
        VISAGIST_VERIFY_ERROR(ErrorCode::Cancelled,
                              FaceJudge(*m_cache, kPeople, torch::kCPU, stop.get_token()));
    }
    void viewsAreSmallAndAFunctionOfSeedAndStep() {
        const torch::Tensor views = faceViews(200, 7, 3);
        QVERIFY(torch::equal(views, faceViews(200, 7, 3)));
        QVERIFY(!torch::equal(views, faceViews(200, 7, 4)));
        QVERIFY(!torch::equal(views, faceViews(200, 8, 3)));
        QVERIFY(((views.select(1, 0) - 1).abs() <= 0.06).all().item<bool>());
        QVERIFY((views.narrow(1, 1, 2).abs() <= 0.03).all().item<bool>());
        QVERIFY((views.std(0) > 0.01).all().item<bool>());
        QVERIFY(torch::equal(faceViews(5, 7, 3), views.narrow(0, 0, 5)));
    }
    void whatHasNoWeightIsNotComputed() {
        const DeviceBatch batch = facesOf(*m_cache, 0);
        const FaceJudge::Made made{
            .faces = batch.target, .shares = torch::one_hot(batch.person, kPeople), .photos = batch.target};
        LossOptions losses;
        const auto none = m_judge->judge(made, losses, 1, 0);
        QVERIFY(!none.identity.defined() && !none.perceptual.defined());
        losses.perceptual = 1;
        const auto perceptual = m_judge->judge(made, losses, 1, 0);
        QVERIFY(!perceptual.identity.defined());
        QCOMPARE(perceptual.perceptual.item<double>(), 0.0);  // the photos themselves
    }
    void aPictureIsLedToAnotherPerson() {
        const torch::Tensor photo = facesOf(*m_cache, 0).target.narrow(0, 0, 1);
        torch::Tensor face = photo.clone().set_requires_grad(true);
        LossOptions losses;
        losses.identity = 1;
        const torch::Tensor shares = torch::tensor({0.0f, 1.0f, 0.0f}).view({1, kPeople});
        const auto look = [&](std::int64_t step) {
            return m_judge->judge({face, shares, photo}, losses, 5, step).identity;
        };
        const double before = look(0).item<double>();
        torch::optim::Adam adam({face}, torch::optim::AdamOptions(0.01));
        for (int step = 0; step < 12; ++step) {
            adam.zero_grad();
            look(step).backward();
            adam.step();
        }
        const double after = look(100).item<double>();  // a view that it was not made for
        qInfo("1 - cos to the other person: %.4f, after 12 steps %.4f", before, after);
        QVERIFY(after < 0.6 * before);
        QVERIFY((face - photo).abs().mean().item<double>() < 0.15);
    }
    void allStagesTrainWithTheJudge_data() {
        QTest::addColumn<int>("stage");
        QTest::addRow("shape") << static_cast<int>(Stage::Shape);
        QTest::addRow("mix") << static_cast<int>(Stage::Mix);
        QTest::addRow("detail") << static_cast<int>(Stage::Detail);
    }
    void allStagesTrainWithTheJudge() {
        QFETCH(int, stage);
        Recipe recipe = tinyRecipe(1);
        recipe.losses.identity = 2;
        recipe.losses.perceptual = 0.5;
        // Fusions are made for the judge alone.
        recipe.losses.cycle = recipe.losses.balance = recipe.losses.adversarialMixture = 0;
        const StepPlan plan = planOf(static_cast<Stage>(stage));
        const DeviceBatch plain(plainBatch(*m_cache, {0, 9, 17, 4}), torch::kCPU);
        const auto gradientsWith = [&](std::shared_ptr<const FaceJudge> judge,
                                       std::map<std::string, double>& said) {
            Networks networks(recipe, kPeople, torch::kCPU, Precision::Fp32);
            TrainStep step(networks, torch::kCPU, Precision::Fp32, kPeople);
            step.setJudge(std::move(judge));
            step.accumulate(plain, recipe, plan, 1);
            std::vector<torch::Tensor> all;
            for (const torch::Tensor& one : networks.netOptimizer.gradients())
                all.push_back(one.flatten().clone());
            step.apply(recipe, plan);
            said = step.takeLosses();
            return torch::cat(all);
        };
        std::map<std::string, double> with, without;
        const torch::Tensor judged = gradientsWith(m_judge, with), plainly = gradientsWith(nullptr, without);
        QVERIFY(judged.isfinite().all().item<bool>());
        QVERIFY(with.at("identity") > 0 && with.at("perceptual") > 0);
        QVERIFY(!without.contains("identity") && !without.contains("perceptual"));
        QCOMPARE(with.at("skipped"), 0.0);
        const double wanted = 2 * with.at("identity") + 0.5 * with.at("perceptual");
        QVERIFY(std::abs(with.at("generator") - without.at("generator") - wanted) < 1e-3);
        QVERIFY((judged - plainly).norm().item<double>() > 1e-4);
    }
    void fusionsAreJudgedToo() {
        const torch::Tensor photos = facesOf(*m_cache, 0).target.narrow(0, 0, 2);
        LossOptions losses;
        losses.identity = 1;
        const auto lossFor = [&](std::vector<float> shares) {
            const torch::Tensor all =
                torch::cat({torch::tensor({1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f}), torch::tensor(shares)});
            const FaceJudge::Made made{.faces = torch::cat({photos, photos.narrow(0, 0, 1)}),
                                       .shares = all.view({3, kPeople}),
                                       .photos = photos};
            return m_judge->judge(made, losses, 1, 0).identity.item<double>();
        };
        QVERIFY(lossFor({1, 0, 0}) < lossFor({0.5, 0.5, 0}));
        QVERIFY(lossFor({0.5, 0.5, 0}) < lossFor({0, 1, 0}));
    }
    void resumedRunEqualsUninterrupted() {
        Recipe recipe = tinyRecipe(40);
        recipe.train.mixturesFrom = 0.01;
        recipe.train.detailFrom = 0.3;
        recipe.losses.identity = 1;
        recipe.losses.perceptual = 0.2;
        Recipe half = recipe;
        half.train.steps = 20;
        const fs::path whole = m_projects.make(), halves = m_projects.make();
        VISAGIST_ENDS(train(newRun(whole, recipe)), RunState::Completed);
        const Told first = train(newRun(halves, half));
        VISAGIST_ENDS(first, RunState::Completed);
        VISAGIST_ENDS(train(resumed(halves, first.run(), {{"steps", "40"}})), RunState::Completed);
        const CheckpointInfo a = test::checkpoints(whole).at(0), b = test::checkpoints(halves).at(0);
        QCOMPARE(b.step, std::int64_t{40});
        QCOMPARE(b.weightsSha256, a.weightsSha256);
        QCOMPARE(b.stateSha256, a.stateSha256);
    }
    void theWeightCanBeRaisedInMidRun() {
        const fs::path project = m_projects.make();
        const Told told = train(
            newRun(project, tinyRecipe(6)),
            test::atStep(3, [](RunControl& control, auto&) { control.change("loss_identity", "0.5"); }));
        VISAGIST_ENDS(told, RunState::Completed);
        for (const Progress& progress : told.all<Progress>()) {
            if (progress.metrics.contains("generator"))
                QCOMPARE(progress.metrics.contains("identity"), progress.step > 3);
        }
    }
    void withoutTheModelARunDoesNotStart() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(2);
        recipe.losses.perceptual = 1;
        const Told before = train(newRun(project, tinyRecipe(1)));
        const NoModels nowhere;
        QCOMPARE(adviseStart(project, recipe).blocking.size(), std::size_t{1});
        VISAGIST_FAILS(train(newRun(project, recipe)), ErrorCode::InvalidArgument, kModel);
        VISAGIST_FAILS(train(resumed(project, before.run(), {{"steps", "2"}, {"loss_identity", "1"}})),
                       ErrorCode::NotFound, "bootstrap.sh");
        QCOMPARE(runs(Project::open(project).database()).size(), std::size_t{1});
        // Without the weights nobody asks for it.
        VISAGIST_ENDS(train(resumed(project, before.run(), {{"steps", "2"}})), RunState::Completed);
    }
    void aWeightThatCannotBeServedStaysNought() {
        const fs::path project = m_projects.make();
        const NoModels nowhere;
        const Told told = train(
            newRun(project, tinyRecipe(6)),
            test::atStep(3, [](RunControl& control, auto&) { control.change("loss_identity", "0.5"); }));
        VISAGIST_ENDS(told, RunState::Completed);
        QVERIFY(told.warned(kModel));
        QVERIFY(told.all<OptionChanged>().empty());
        QCOMPARE(currentRecipe(Project::open(project).database(), told.run()).losses.identity, 0.0);
    }
};

QTEST_APPLESS_MAIN(TestFaceJudge)
#include "tst_face_judge.moc"
