// The project that the window has open, shared by its pages.
#pragma once
#include <QObject>
#include <filesystem>
#include <memory>

#include "core/store/project.h"

namespace visagist {

/// Lives in the GUI thread, as does its connection: a background job opens the project by its path anew.
class ProjectSession : public QObject {
    Q_OBJECT

public:
    explicit ProjectSession(QObject* parent = nullptr) : QObject(parent) {}

    bool isOpen() const { return m_project != nullptr; }
    /// A file in a folder that cannot be written to was opened for reading only.
    bool isReadOnly() const { return isOpen() && database().access() == Access::ReadOnly; }
    Project& project() const { return *m_project; }  ///< only while isOpen()
    Database& database() const { return m_project->database(); }
    std::filesystem::path path() const { return isOpen() ? m_project->path() : std::filesystem::path(); }

    /// Throw Error as Project does; the project that was open stays open then.
    void open(const std::filesystem::path& path);
    void create(const std::filesystem::path& path);
    void close();

    /// Said by whoever changed something in the project, in the GUI thread; emit the signals below.
    void tellFacesChanged() { Q_EMIT facesChanged(); }
    void tellRunsChanged() { Q_EMIT runsChanged(); }

Q_SIGNALS:
    void projectChanged();  ///< opened, closed, or another one: read everything anew
    void facesChanged();    ///< people or faces came, went or changed
    void runsChanged();     ///< a run began or ended, a checkpoint came or went

private:
    void take(std::unique_ptr<Project> project);

    std::unique_ptr<Project> m_project;
};

}  // namespace visagist
