// Looks for faces beside the window, as somebody types.
#pragma once
#include <QObject>
#include <QString>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/store/face_query_table.h"
#include "ui/bridge/background_job.h"

namespace visagist {

class FaceSearch : public QObject {
    Q_OBJECT

public:
    explicit FaceSearch(QObject* parent = nullptr);

    struct Wish {
        std::filesystem::path project;
        QString query;  ///< see parseFaceQuery()
        FaceOrder order;
    };
    /// The newest wish counts: what is being looked for is finished, and its answer thrown away. found()
    /// comes later, wrongQuery() at once.
    void look(const Wish& wish);
    /// Answers that are still to come are thrown away.
    void forget();

Q_SIGNALS:
    /// Excluded faces are among them unless the query says otherwise.
    void found(const std::vector<std::int64_t>& faces);
    /// `why` is a sentence; `position` and `length` are characters of the query.
    void wrongQuery(const QString& why, int position, int length);
    void failed(const QString& why);

private:
    void start();
    void end(const JobOutcome& outcome);

    struct Work {
        std::filesystem::path project;
        FaceCondition condition;
        FaceOrder order;
    };
    std::optional<Work> m_next;
    bool m_wanted = false;
    BackgroundJob m_job;
};

}  // namespace visagist
