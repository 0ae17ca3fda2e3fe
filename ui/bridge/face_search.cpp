#include "ui/bridge/face_search.h"

#include "core/curate/face_query.h"
#include "core/store/project.h"
#include "ui/bridge/translate.h"

namespace visagist {

namespace {

/// With the excluded ones, which the window shows or hides by itself.
FaceCondition withExcluded(FaceCondition condition) {
    return {.kind = FaceCondition::Kind::All,
            .parts = {std::move(condition), parseFaceQuery("excluded:any")}};
}

/// Characters before a byte of the UTF-8 text.
int charactersBefore(const std::string& text, std::size_t byte) {
    return static_cast<int>(QString::fromStdString(text.substr(0, byte)).size());
}

}  // namespace

FaceSearch::FaceSearch(QObject* parent) : QObject(parent) {
    connect(&m_job, &BackgroundJob::finished, this, &FaceSearch::end);
}

void FaceSearch::look(const Wish& wish) {
    const std::string text = wish.query.toStdString();
    try {
        m_next = Work{wish.project, withExcluded(parseFaceQuery(text)), wish.order};
    } catch (const QueryError& error) {
        forget();
        const int first = charactersBefore(text, error.position());
        Q_EMIT wrongQuery(translated(error), first,
                          charactersBefore(text, error.position() + error.length()) - first);
        return;
    }
    m_wanted = false;
    if (!m_job.isRunning()) start();
}

void FaceSearch::forget() {
    m_next.reset();
    m_wanted = false;
}

void FaceSearch::start() {
    m_wanted = true;
    m_job.start([work = *std::exchange(m_next, std::nullopt)](std::stop_token,
                                                              const BackgroundJob::Report&) -> std::any {
        Project project = Project::open(work.project, Access::ReadOnly);
        std::vector<std::int64_t> ids;
        for (const ListedFace& face : listFaces(project.database(), work.condition, work.order))
            ids.push_back(face.face);
        return ids;
    });
}

void FaceSearch::end(const JobOutcome& outcome) {
    if (m_next) {
        start();
    } else if (std::exchange(m_wanted, false)) {
        if (outcome.succeeded())
            Q_EMIT found(std::any_cast<std::vector<std::int64_t>>(outcome.result));
        else if (!outcome.cancelled())
            Q_EMIT failed(translated(*outcome.error));
    }
}

}  // namespace visagist
