#include <algorithm>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/curate/dataset_exchange.h"
#include "core/curate/portable_face.h"
#include "core/exchange/dvc_folder.h"
#include "core/exchange/tar_file.h"
#include "core/store/person_table.h"
#include "core/store/picture_table.h"

namespace visagist {

namespace {

namespace fs = std::filesystem;

/// The faces of a version in the state that it holds, or those that there are now, read one by one.
class FaceSource {
public:
    FaceSource(Database& database, const std::optional<std::int64_t>& version) : m_database(database) {
        for (const Person& person : people(database)) m_people[person.id] = person.name;
        if (version) {
            m_dataset = dataset(database, *version);
            m_states = datasetStates(database, *version);
            for (const DatasetFace& face : m_dataset.faces) m_faces.push_back(face.face);
        } else {
            for (const Face& face : faces(database)) m_faces.push_back(face.id);
        }
        if (m_faces.empty())
            throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("There are no faces to export."));
    }
    std::size_t size() const { return m_faces.size(); }
    std::int64_t id(std::size_t index) const { return m_faces[index]; }
    std::string title() const { return m_dataset.name; }

    PortableFace face(std::size_t index) const {
        PortableFace portable;
        portable.face = existingFace(m_database, m_faces[index]);
        if (!m_dataset.faces.empty()) {
            const FaceState& state = m_states.at(m_faces[index]);
            portable.face.person = state.person;
            portable.face.photoFromUnit = state.photoFromUnit;
            portable.face.landmarks = state.landmarks;
            portable.face.cropSha256 = state.cropSha256;
            portable.face.maskSha256 = state.maskSha256;
            portable.split = m_dataset.faces[index].split;
            portable.version = m_dataset.name;
        }
        const auto person = m_people.find(portable.face.person);
        portable.person = person == m_people.end() ? "?" : person->second;
        portable.cropPng = picturePng(m_database, portable.face.cropSha256);
        portable.maskPng = picturePng(m_database, portable.face.maskSha256);
        return portable;
    }

private:
    Database& m_database;
    Dataset m_dataset;
    std::map<std::int64_t, FaceState> m_states;
    std::map<std::int64_t, std::string> m_people;
    std::vector<std::int64_t> m_faces;
};

std::string digits(std::int64_t number, std::size_t count) {
    const std::string text = std::to_string(number);
    return std::string(count - std::min(count, text.size()), '0') + text;
}

/// A person's name as that of a folder on any system.
std::string folderName(const std::string& name) {
    std::string safe;
    for (const char c : name)
        safe += static_cast<unsigned char>(c) < 32 ||
                        std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos
                    ? '_'
                    : c;
    while (safe.ends_with('.') || safe.ends_with(' ')) safe.pop_back();
    if (safe.empty() || safe.front() == '.') safe = "_" + safe;
    return safe;
}

void requireEmpty(const fs::path& folder) {
    if (!fs::exists(folder) || (fs::is_directory(folder) && fs::is_empty(folder))) return;
    throw Error(ErrorCode::InvalidArgument,
                VISAGIST_TEXT("\"%1\" is there already and not empty. Choose a new folder."),
                {utf8FromPath(folder)});
}

void proceed(const std::stop_token& stop, const ExchangeProgress& progress, std::size_t done,
             std::size_t total) {
    if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("The export was stopped."));
    if (progress) progress(static_cast<std::int64_t>(done), static_cast<std::int64_t>(total));
}

/// A folder that goes again unless it was given its name.
class WaitingFolder {
public:
    explicit WaitingFolder(const fs::path& wanted) : m_wanted(wanted), m_path(temporaryPathBeside(wanted)) {
        ensureFolder(m_path);
    }
    ~WaitingFolder() {
        std::error_code ignored;
        if (!m_path.empty()) fs::remove_all(m_path, ignored);
    }
    WaitingFolder(const WaitingFolder&) = delete;
    WaitingFolder& operator=(const WaitingFolder&) = delete;
    const fs::path& path() const { return m_path; }
    void keep() {
        std::error_code failed;
        fs::remove(m_wanted, failed);  // an empty one
        fs::rename(m_path, m_wanted, failed);
        if (failed)
            throw Error(ErrorCode::WriteFailed, VISAGIST_TEXT("The folder \"%1\" cannot be made."),
                        {utf8FromPath(m_wanted)});
        m_path.clear();
    }

private:
    fs::path m_wanted, m_path;
};

}  // namespace

ExportedDataset exportToFolder(const Project& project, const DatasetExport& request, const fs::path& folder,
                               std::stop_token stop, const ExchangeProgress& progress) {
    requireEmpty(folder);
    const FaceSource faces(project.database(), request.version);
    WaitingFolder waiting(folder);
    for (std::size_t i = 0; i < faces.size(); ++i) {
        proceed(stop, progress, i, faces.size());
        const PortableFace face = faces.face(i);
        const fs::path place = waiting.path() / "faces" / pathFromUtf8(folderName(face.person));
        ensureFolder(place);
        for (const auto& [ending, bytes] : filesOf(face))
            writeFileAtomically(place / (digits(faces.id(i), 8) + ending), bytes);
    }
    const std::string title = faces.title().empty() ? "faces as they were" : faces.title();
    writeDvcFiles(waiting.path(), "faces", "Aligned faces of Visagist: " + title, stop);
    waiting.keep();
    proceed({}, progress, faces.size(), faces.size());
    return {static_cast<std::int64_t>(faces.size()), {folder}};
}

ExportedDataset exportToShards(const Project& project, const DatasetExport& request, const fs::path& folder,
                               std::stop_token stop, const ExchangeProgress& progress) {
    if (request.facesPerShard < 1)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("A shard holds at least one face."));
    requireEmpty(folder);
    const FaceSource faces(project.database(), request.version);
    ensureFolder(folder);
    ExportedDataset exported{static_cast<std::int64_t>(faces.size()), {}};
    const auto each = static_cast<std::size_t>(request.facesPerShard);
    for (std::size_t first = 0; first < faces.size(); first += each) {
        const fs::path path =
            folder / ("faces-" + digits(static_cast<std::int64_t>(exported.files.size()), 6) + ".tar");
        writeFileAtomically(path, [&](const ByteSink& sink) {
            for (std::size_t i = first; i < std::min(first + each, faces.size()); ++i) {
                proceed(stop, progress, i, faces.size());
                for (const auto& [ending, bytes] : filesOf(faces.face(i)))
                    appendToTar(sink, digits(faces.id(i), 8) + ending, bytes);
            }
            endTar(sink);
        });
        exported.files.push_back(path);
    }
    proceed({}, progress, faces.size(), faces.size());
    return exported;
}

}  // namespace visagist
