// Small pictures of the faces, decoded beside the window.
#pragma once
#include <QCache>
#include <QObject>
#include <QPixmap>
#include <QTimer>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/inbox.h"

namespace visagist {

/// Lives in the GUI thread; a thread of its own reads the crops over its own connection. What was asked for
/// last is decoded first, so that a scrolling grid fills where it stands.
class ThumbnailLoader : public QObject {
    Q_OBJECT

public:
    explicit ThumbnailLoader(QObject* parent = nullptr);
    ~ThumbnailLoader() override;

    /// The project whose faces are asked for; an empty path for none. Forgets all pictures.
    void setProject(const std::filesystem::path& project);
    /// Width in device pixels of what is decoded from now on; pictures of another width are scaled meanwhile.
    void setSide(int devicePixels);
    /// The picture, or a null one now and loaded() soon.
    QPixmap thumbnail(qint64 face);

Q_SIGNALS:
    void loaded(qint64 face);

private:
    struct Decoded {
        qint64 face = 0;
        int side = 0;
        QImage image;  ///< null where it cannot be read
        std::filesystem::path project;
    };
    struct Kept {
        QPixmap pixmap;
        int side = 0;
    };
    void work(const std::stop_token& stop);
    void decodeAll(const std::stop_token& stop, const std::filesystem::path& project);
    void ask(qint64 face);
    void drain();
    void take(const Decoded& decoded);

    QCache<qint64, Kept> m_kept;
    QTimer m_timer;
    Inbox<Decoded> m_decoded;
    std::deque<Decoded> m_waiting;  ///< drained, and to be shown with the next ticks
    std::mutex m_mutex;             // guards what follows, up to the thread
    std::condition_variable_any m_changed;
    std::filesystem::path m_project;
    std::vector<qint64> m_wanted;  ///< newest last
    std::set<qint64> m_asked;      ///< wanted or being decoded
    int m_inWork = 0;              ///< taken from m_wanted, not in m_decoded yet
    int m_side = 104;
    std::jthread m_thread;  // last
};

}  // namespace visagist
