#include "ui/bridge/fusion_session.h"

#include <chrono>
#include <utility>

#include "ui/bridge/qt_image.h"

namespace visagist {

namespace {

constexpr int kReducedSide = 1600;  // pixels; larger pictures are painted from a smaller copy

QImage shown(const QImage& image) { return image.convertToFormat(QImage::Format_RGB32); }

QImage reduced(const QImage& image) {
    if (std::max(image.width(), image.height()) <= kReducedSide) return image;
    return image.scaled(kReducedSide, kReducedSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

}  // namespace

/// The fuser and what it was last given; used by the session's thread only.
class FusionSession::Worker {
public:
    explicit Worker(const OpenFuser& open) : m_open(open) {}

    /// The fuser of the wish, if it asks for one; throws Error.
    std::optional<FuserInfo> openAsWished(const Wish& wish) {
        if (wish.close) m_driver.reset();
        if (wish.close || wish.open) {
            m_fuser.reset();
            m_weights.reset();
            m_driverIsSet = false;
        }
        if (!wish.open) return {};
        m_fuser = m_open(wish.open->first, wish.open->second);
        return FuserInfo{.checkpoint = m_fuser->checkpoint(),
                         .step = m_fuser->step(),
                         .resolution = m_fuser->resolution(),
                         .people = m_fuser->people()};
    }

    /// The newest fusion wished for, if all that it needs is there; throws Error.
    std::optional<FusionResult> fuseAsWished(Wish& wish) {
        if (wish.driver) {
            m_driver = std::move(wish.driver);
            m_driverIsSet = false;
            m_photoReduced = {};
        }
        if (wish.weights) m_weights = wish.weights;
        if (!m_fuser || !m_driver || !m_weights) return {};
        const auto begin = std::chrono::steady_clock::now();
        if (!std::exchange(m_driverIsSet, true)) m_fuser->setDriver(m_driver->alignedFace);
        const FusedFace fused = m_fuser->fuse(m_weights->first);
        FusionResult result;
        result.face = shown(qImageFrom(fused.face));
        if (!m_driver->photo.empty()) {
            result.merged = shown(qImageFrom(
                mergedIntoPhoto(m_driver->photo, fused, m_driver->photoFromUnit, m_weights->second)));
            result.mergedReduced = reduced(result.merged);
            if (m_photoReduced.isNull()) m_photoReduced = reduced(shown(qImageFrom(m_driver->photo)));
            result.photoReduced = m_photoReduced;
        }
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        result.milliseconds = took.count();
        return result;
    }

private:
    const OpenFuser& m_open;
    std::unique_ptr<Fuser> m_fuser;
    std::optional<FusionDriver> m_driver;
    bool m_driverIsSet = false;
    QImage m_photoReduced;
    std::optional<std::pair<FusionWeights, MergeOptions>> m_weights;
};

FusionSession::FusionSession(QObject* parent, OpenFuser open) : QObject(parent), m_open(std::move(open)) {
    if (!m_open)
        m_open = [](const auto& project, const auto& checkpoint) { return Fuser::open(project, checkpoint); };
    m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

FusionSession::~FusionSession() = default;

void FusionSession::open(const std::filesystem::path& project, std::optional<std::int64_t> checkpoint) {
    m_info.reset();
    ++m_generation;
    Q_EMIT openingChanged(true);
    ask([&](Wish& wish) {
        wish.open = {project, checkpoint};
        wish.weights.reset();  // they were meant for the people of another checkpoint
    });
}

void FusionSession::close() {
    m_info.reset();
    ++m_generation;
    Q_EMIT openingChanged(false);
    ask([](Wish& wish) {
        wish = {};
        wish.close = true;
    });
}

void FusionSession::setDriver(FusionDriver driver) {
    ask([&](Wish& wish) { wish.driver = std::move(driver); });
}

void FusionSession::fuse(const FusionWeights& weights, const MergeOptions& merge) {
    ask([&](Wish& wish) { wish.weights = {weights, merge}; });
}

void FusionSession::ask(const std::function<void(Wish&)>& change) {
    {
        const std::scoped_lock lock(m_mutex);
        change(m_wish);
        m_wish.generation = m_generation;
    }
    m_changed.notify_one();
}

void FusionSession::work(const std::stop_token& stop) {
    Worker worker(m_open);
    while (!stop.stop_requested()) {
        Wish wish;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return !m_wish.empty(); })) return;
            wish = std::exchange(m_wish, {});
        }
        const int generation = wish.generation;
        try {
            if (const auto info = worker.openAsWished(wish))
                answer(generation, [this, info = *info] {
                    m_info = info;
                    Q_EMIT openingChanged(false);
                    Q_EMIT opened(info);
                });
            if (const auto result = worker.fuseAsWished(wish))
                answer(generation, [this, result = *result] { Q_EMIT fused(result); });
        } catch (const std::exception& error) {
            const auto* ours = dynamic_cast<const Error*>(&error);
            const Message message = ours ? ours->message() : Message{VISAGIST_TEXT("%1"), {error.what()}};
            answer(generation, [this, message] {
                if (!m_info) Q_EMIT openingChanged(false);
                Q_EMIT failed(message);
            });
        }
    }
}

void FusionSession::answer(int generation, std::function<void()> say) {
    QMetaObject::invokeMethod(
        this,
        [this, generation, say = std::move(say)] {
            if (generation == m_generation) say();
        },
        Qt::QueuedConnection);
}

}  // namespace visagist
