#include "ui/models/thumbnail_loader.h"

#include <QElapsedTimer>
#include <exception>

#include "core/base/log.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "core/store/face_table.h"
#include "core/store/project.h"
#include "ui/bridge/qt_image.h"

namespace visagist {

namespace {

constexpr int kKeptKilobytes = 160 * 1024;
constexpr std::size_t kMostWanted = 600;  ///< older wishes were scrolled away
constexpr int kDrainMilliseconds = 30, kMostMilliseconds = 8;

QImage thumbnailOf(Database& database, qint64 face, int side) {
    const Image crop = decodeImage(faceCropPng(database, face));
    return qImageFrom(resized(crop, side, side));
}

}  // namespace

ThumbnailLoader::ThumbnailLoader(QObject* parent) : QObject(parent), m_kept(kKeptKilobytes) {
    m_timer.setInterval(kDrainMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &ThumbnailLoader::drain);
    m_thread = std::jthread([this](std::stop_token stop) { work(stop); });
}

ThumbnailLoader::~ThumbnailLoader() = default;

void ThumbnailLoader::setProject(const std::filesystem::path& project) {
    m_kept.clear();
    {
        const std::scoped_lock lock(m_mutex);
        m_project = project;
        m_wanted.clear();
        m_asked.clear();
    }
    m_changed.notify_all();
}

void ThumbnailLoader::setSide(int devicePixels) {
    const std::scoped_lock lock(m_mutex);
    m_side = devicePixels;
}

QPixmap ThumbnailLoader::thumbnail(qint64 face) {
    const Kept* kept = m_kept.object(face);
    if (!kept || kept->side != m_side) ask(face);
    return kept ? kept->pixmap : QPixmap();
}

void ThumbnailLoader::ask(qint64 face) {
    {
        const std::scoped_lock lock(m_mutex);
        if (m_project.empty() || !m_asked.insert(face).second) return;
        m_wanted.push_back(face);
        if (m_wanted.size() > kMostWanted) {
            m_asked.erase(m_wanted.front());
            m_wanted.erase(m_wanted.begin());
        }
    }
    m_changed.notify_all();
    if (!m_timer.isActive()) m_timer.start();  // begun anew, it would not tick while somebody scrolls
}

void ThumbnailLoader::work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::filesystem::path project;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return !m_wanted.empty(); })) return;
            project = m_project;
        }
        try {
            decodeAll(stop, project);
        } catch (const std::exception& error) {
            logWarning(std::string("Thumbnails: ") + error.what());
            const std::scoped_lock lock(m_mutex);
            if (m_project == project) m_wanted.clear();  // m_asked stays: they are not asked for again
        }
    }
}

void ThumbnailLoader::decodeAll(const std::stop_token& stop, const std::filesystem::path& project) {
    const Project opened = Project::open(project, Access::ReadOnly);
    while (!stop.stop_requested()) {
        Decoded decoded{.face = 0, .side = 0, .image = {}, .project = project};
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [&] { return !m_wanted.empty() || m_project != project; }))
                return;
            if (m_project != project) return;
            decoded.face = m_wanted.back();
            m_wanted.pop_back();
            decoded.side = m_side;
            m_inWork = 1;
        }
        try {
            decoded.image = thumbnailOf(opened.database(), decoded.face, decoded.side);
        } catch (const std::exception& error) {
            logWarning("Face " + std::to_string(decoded.face) + ": " + error.what());
        }
        m_decoded.post(std::move(decoded));
        const std::scoped_lock lock(m_mutex);
        m_inWork = 0;
    }
}

void ThumbnailLoader::drain() {
    bool idle = false;  // asked before the drain: what is posted after it must be fetched by a later tick
    {
        const std::scoped_lock lock(m_mutex);
        idle = m_wanted.empty() && m_inWork == 0;
    }
    for (Decoded& decoded : m_decoded.drain()) m_waiting.push_back(std::move(decoded));
    QElapsedTimer clock;
    clock.start();
    while (!m_waiting.empty() && clock.elapsed() < kMostMilliseconds) {
        take(m_waiting.front());
        m_waiting.pop_front();
        idle = false;
    }
    if (idle) m_timer.stop();
}

void ThumbnailLoader::take(const Decoded& decoded) {
    {
        const std::scoped_lock lock(m_mutex);
        if (decoded.project != m_project) return;
        if (!decoded.image.isNull()) m_asked.erase(decoded.face);
    }
    if (decoded.image.isNull()) return;
    const auto kilobytes = std::max<qsizetype>(1, decoded.image.sizeInBytes() / 1024);
    m_kept.insert(decoded.face, new Kept{QPixmap::fromImage(decoded.image), decoded.side}, kilobytes);
    Q_EMIT loaded(decoded.face);
}

}  // namespace visagist
