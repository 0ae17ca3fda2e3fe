#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>

#include "core/train/trainer.h"

using namespace visagist;

namespace {

/// Throws what a graphics card does that has no memory left.
struct FullCard : Trainer {
    void run(std::stop_token, RunControl&, const TrainSink&) override {
        throw c10::OutOfMemoryError(
            {__func__, __FILE__, __LINE__},
            "CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total capacity of 11.90 GiB of "
            "which "
            "3.10 GiB is free. Including non-PyTorch memory, this process has 8.00 GiB memory in use. See "
            "PYTORCH_CUDA_ALLOC_CONF.");
    }
};

}  // namespace

class TestTrainer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFullCardTellsWhatWasAskedForAndWhatIsFree() {
        FullCard trainer;
        RunControl control;
        std::vector<TrainEvent> told;
        runAndReport(trainer, {}, control, [&](TrainEvent event) { told.push_back(std::move(event)); });
        QCOMPARE(told.size(), std::size_t{1});
        const RunOutcome outcome = std::get<RunOutcome>(told[0]);
        QVERIFY(outcome.end == RunState::Failed && outcome.code == ErrorCode::OutOfMemory);
        QCOMPARE(outcome.message.english(),
                 std::string(
                     "The graphics memory is used up: CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 "
                     "has a total capacity of 11.90 GiB of which 3.10 GiB is free. Choose a smaller batch "
                     "with more accumulation, or a smaller preset."));
    }
};

QTEST_APPLESS_MAIN(TestTrainer)
#include "tst_trainer.moc"
