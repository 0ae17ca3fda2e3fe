// Fusing for the window: a fuser in a thread of its own that always works on the newest wish and answers with
// pictures.
#pragma once
#include <QImage>
#include <QObject>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/fuse/merge.h"

namespace visagist {

/// What a checkpoint offers once it is loaded.
struct FuserInfo {
    std::int64_t checkpoint = 0, step = 0;
    int resolution = 0;
    std::vector<std::string> people;
};

/// The face that drives the fusion, and the photo it was cut from.
struct FusionDriver {
    Image alignedFace;  ///< RGB
    Image photo;        ///< RGB; empty where the face has no photo
    Affine photoFromUnit;
};

struct FusionResult {
    QImage face;    ///< the fused aligned face, 32 bit
    QImage merged;  ///< the photo with the fused face in it, 32 bit; null without a photo
    QImage mergedReduced, photoReduced;  ///< smaller copies for a view that shows them much reduced
    double milliseconds = 0;
};

/// Lives on the window's thread; the fuser lives on the session's own. Works beside training.
class FusionSession : public QObject {
    Q_OBJECT
public:
    using OpenFuser =
        std::function<std::unique_ptr<Fuser>(const std::filesystem::path&, std::optional<std::int64_t>)>;

    /// `open` makes the fuser, on the session's thread; tests give another one than Fuser::open().
    explicit FusionSession(QObject* parent = nullptr, OpenFuser open = {});
    ~FusionSession() override;

    /// Loads a checkpoint (the newest whole one without an id); answered by opened() or failed(). The driver
    /// stays.
    void open(const std::filesystem::path& project, std::optional<std::int64_t> checkpoint = {});
    /// Lets go of the loaded checkpoint and of the driver.
    void close();
    void setDriver(FusionDriver driver);
    /// Wishes made while one is worked on replace each other; each that is worked on is answered by fused()
    /// or failed(). Does nothing until there is a driver and a checkpoint.
    void fuse(const FusionWeights& weights, const MergeOptions& merge = {});

    /// What is loaded; empty before opened() and after close().
    const std::optional<FuserInfo>& info() const { return m_info; }

Q_SIGNALS:
    void opened(const visagist::FuserInfo& info);
    void fused(const visagist::FusionResult& result);
    void failed(const visagist::Message& message);
    /// A checkpoint is being loaded, or no longer.
    void openingChanged(bool opening);

private:
    /// What is asked of the worker: the newest of each, taken all at once.
    struct Wish {
        std::optional<std::pair<std::filesystem::path, std::optional<std::int64_t>>> open;
        bool close = false;
        std::optional<FusionDriver> driver;
        std::optional<std::pair<FusionWeights, MergeOptions>> weights;
        int generation = 0;
        bool empty() const { return !open && !close && !driver && !weights; }
    };
    class Worker;

    void ask(const std::function<void(Wish&)>& change);
    void work(const std::stop_token& stop);
    void answer(int generation, std::function<void()> say);

    OpenFuser m_open;
    std::optional<FuserInfo> m_info;
    int m_generation = 0;  ///< of open() and close(): answers to an older one are passed over
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    Wish m_wish;
    std::jthread m_thread;  // last: stopped and joined before what it uses goes
};

}  // namespace visagist
