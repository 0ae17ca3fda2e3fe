#include "ui/pages/face_commands.h"

#include <map>

namespace visagist {

ExcludeFaces::ExcludeFaces(const QString& text, std::vector<std::int64_t> faces, bool excluded,
                           FaceChange change)
    : QUndoCommand(text), m_faces(std::move(faces)), m_excluded(excluded), m_change(std::move(change)) {}

void ExcludeFaces::apply(bool excluded) {
    // A change that failed has said so; the command is dropped.
    setObsolete(!m_change([&](Database& database) { setFaceExcluded(database, m_faces, excluded); }));
}

MoveFaces::MoveFaces(const QString& text, std::vector<Face> faces, std::int64_t person, FaceChange change)
    : QUndoCommand(text), m_faces(std::move(faces)), m_person(person), m_change(std::move(change)) {}

void MoveFaces::redo() {
    std::vector<std::int64_t> ids;
    for (const Face& face : m_faces) ids.push_back(face.id);
    setObsolete(!m_change([&](Database& database) { setFacePerson(database, ids, m_person); }));
}

void MoveFaces::undo() {
    std::map<std::int64_t, std::vector<std::int64_t>> facesByPerson;
    for (const Face& face : m_faces) facesByPerson[face.person].push_back(face.id);
    setObsolete(!m_change([&](Database& database) {
        Transaction transaction(database);
        for (const auto& [person, faces] : facesByPerson) setFacePerson(database, faces, person);
        transaction.commit();
    }));
}

}  // namespace visagist
