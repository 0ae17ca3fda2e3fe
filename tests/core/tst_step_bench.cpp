#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/path.h"
#include "core/data/seeded_random.h"
#include "core/model/weights.h"
#include "core/train/networks.h"
#include "core/train/step_bench.h"
#include "tests/support/training.h"

using namespace visagist;

namespace {

constexpr int kPeople = 3, kBatch = 4;
using Losses = std::vector<std::map<std::string, double>>;

/// Weights of the size that fresh ones have, by name and place alone.
std::vector<TensorBytes> weightsByFormula(const Recipe& recipe) {
    Networks networks(recipe, kPeople, torch::kCPU, Precision::Fp32);
    std::vector<TensorBytes> weights;
    appendModule(weights, "generator", *networks.net);
    appendModule(weights, "discriminator", *networks.discriminator);
    appendModule(weights, "classifier", *networks.classifier);
    for (TensorBytes& tensor : weights) {
        std::uint64_t seed = 0;
        for (const char letter : tensor.name) seed = 31 * seed + static_cast<unsigned char>(letter);
        SeededRandom random(seed);
        const std::size_t count = tensor.bytes.size() / sizeof(float),
                          fanIn = count / static_cast<std::size_t>(tensor.shape.front());
        const bool inter = tensor.name.ends_with("inter_weight");
        const double size = tensor.name.find("styles") != std::string::npos ? 1
                            : tensor.shape.size() < 2                       ? 0.02
                            : inter ? 1 / std::sqrt(static_cast<double>(tensor.shape[0]))
                                    : 1 / std::sqrt(static_cast<double>(fanIn));
        const double middle = tensor.name.ends_with("inter_gain") ? 1 : 0;
        auto* values = reinterpret_cast<float*>(tensor.bytes.data());
        for (std::size_t i = 0; i < count; ++i)
            values[i] = static_cast<float>(middle + size * std::sqrt(3) * random.uniform(-1, 1));
    }
    return weights;
}

std::vector<Examples> batchesByFormula(std::int64_t count) {
    std::vector<Examples> batches;
    for (std::int64_t number = 0; number < count; ++number) {
        Examples batch{
            .number = number, .resolution = 64, .input = {}, .target = {}, .mask = {}, .person = {}};
        const std::size_t area = 64 * 64;
        for (std::size_t i = 0; i < area * kBatch; ++i) {
            const double x = static_cast<double>(i % 64) / 64, y = static_cast<double>(i % area / 64) / 64;
            const auto shift = static_cast<double>(i / area + 4 * static_cast<std::size_t>(number));
            for (int k = 0; k < 3; ++k) {
                const double colour = 0.7 * std::sin(9 * x + k + shift) * std::cos(7 * y - shift) +
                                      0.2 * std::sin(60 * x * y + shift);
                batch.target.push_back(static_cast<float>(colour));
                batch.input.push_back(static_cast<float>(0.9 * colour + 0.05 * std::sin(20 * x)));
            }
            batch.mask.push_back((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) < 0.16 ? 1.0f : 0.0f);
        }
        for (int i = 0; i < kBatch; ++i) batch.person.push_back((i + number) % kPeople);
        batches.push_back(std::move(batch));
    }
    return batches;
}

Recipe referenceRecipe() {
    Recipe recipe = test::tinyRecipe(1000);
    recipe.data.batchSize = kBatch;
    recipe.data.mixtures = 0.5;
    // Adam's first steps move every weight by the learning rate, whichever way rounding turns a gradient that
    // is nearly zero: small steps keep that from growing.
    recipe.optim.learningRate = 1e-5;
    return recipe;
}

StepBench benchOf(std::int64_t steps) {
    const Recipe recipe = referenceRecipe();
    return StepBench(recipe, kPeople, batchesByFormula(steps), weightsByFormula(recipe), steps);
}

/// Fails where a loss of `theirs` is missing in `ours` or further off than `tolerance`, relative.
void compare(const Losses& ours, const Losses& theirs, double tolerance) {
    QCOMPARE(ours.size(), theirs.size());
    double worst = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        for (const auto& [name, value] : theirs[i]) {
            QVERIFY2(ours[i].contains(name), name.c_str());
            const double off = std::abs(ours[i].at(name) - value) / std::abs(value);
            QVERIFY2(off < tolerance, qPrintable(QString("step %1, %2: %3 against %4")
                                                     .arg(i)
                                                     .arg(name.c_str())
                                                     .arg(ours[i].at(name))
                                                     .arg(value)));
            worst = std::max(worst, off);
        }
    }
    qInfo("largest relative difference of %zu steps: %g", theirs.size(), worst);
}

nlohmann::json readJson(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? nlohmann::json::parse(file.readAll().toStdString())
                                          : nlohmann::json();
}

const QString kReference = QStringLiteral(VISAGIST_SOURCE_DIR "/tests/data/train_reference.json");

/// The same steps in Python; nothing where it failed, which is said.
Losses lossesOfPython(const QString& python, const QString& folder, std::int64_t steps) {
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(python, {VISAGIST_SOURCE_DIR "/tests/bench/train_peer.py", folder});
    process.write(QStringLiteral("run 0 %1\nquit\n").arg(steps).toUtf8());
    process.closeWriteChannel();
    process.waitForFinished(600'000);
    const std::string answer = process.readAllStandardOutput().toStdString();
    const nlohmann::json json = nlohmann::json::parse(answer, nullptr, false);
    return json.is_object() ? json["losses"].get<Losses>() : Losses();
}

}  // namespace

class TestStepBench : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stagesTakeTheirShareOfTheSteps() {
        const StepBench bench = benchOf(10);
        QCOMPARE(bench.stageOf(1), Stage::Shape);
        QCOMPARE(bench.stageOf(2), Stage::Mix);
        QCOMPARE(bench.stageOf(6), Stage::Mix);
        QCOMPARE(bench.stageOf(7), Stage::Detail);
    }
    void afterWarmingEverythingIsAsAtTheStart() {
        StepBench bench = benchOf(10);
        const auto first = bench.run(0, 1).losses;
        bench.warm();
        QCOMPARE(bench.run(0, 1).losses, first);
    }
    void theFirstStepsLossesAreThoseOfTheReference() {
        const nlohmann::json reference = readJson(kReference);
        QVERIFY2(reference.is_object(), qPrintable(kReference));
        const auto theirs = reference["losses"].get<Losses>();
        QVERIFY(theirs.size() >= 5 && theirs.back().contains("discriminator"));
        compare(benchOf(static_cast<std::int64_t>(theirs.size()))
                    .run(0, static_cast<std::int64_t>(theirs.size()))
                    .losses,
                theirs, 1e-4);
    }
    void theCurvesAreThoseOfPyTorch() {
        const QString python = qEnvironmentVariable("VISAGIST_BENCH_PYTHON");
        if (python.isEmpty())
            QSKIP("needs a Python with torch, numpy and safetensors in VISAGIST_BENCH_PYTHON");
        for (const std::int64_t steps : {5, 50}) {
            QTemporaryDir folder;
            StepBench bench = benchOf(steps);
            bench.write(pathFromUtf8(folder.path().toStdString()));
            const Losses theirs = lossesOfPython(python, folder.path(), steps);
            QVERIFY2(!theirs.empty(), "Python gave no losses");
            compare(bench.run(0, steps).losses, theirs, 1e-3);
            const QString write = qEnvironmentVariable("VISAGIST_WRITE_REFERENCE");
            if (steps > 5 || write.isEmpty()) continue;
            QFile file(write);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(nlohmann::json{{"losses", theirs}}.dump(1).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestStepBench)
#include "tst_step_bench.moc"
