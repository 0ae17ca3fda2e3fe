#include "ui/bridge/project_session.h"

#include "core/base/error.h"

namespace visagist {

void ProjectSession::open(const std::filesystem::path& path) {
    try {
        take(std::make_unique<Project>(Project::open(path)));
    } catch (const Error& error) {
        if (error.code() != ErrorCode::WriteFailed) throw;
        take(std::make_unique<Project>(Project::open(path, Access::ReadOnly)));
    }
}

void ProjectSession::create(const std::filesystem::path& path) {
    take(std::make_unique<Project>(Project::create(path)));
}

void ProjectSession::close() {
    if (isOpen()) take(nullptr);
}

void ProjectSession::take(std::unique_ptr<Project> project) {
    m_project = std::move(project);
    Q_EMIT projectChanged();
}

}  // namespace visagist
