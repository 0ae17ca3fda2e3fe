#include <algorithm>
#include <set>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/curate/dataset_exchange.h"
#include "core/curate/portable_face.h"
#include "core/exchange/tar_file.h"
#include "core/store/person_table.h"
#include "core/store/source_table.h"

namespace visagist {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kFacesOfTransaction = 200;

/// Stores faces in portions, each with its records and pictures together.
class Taker {
public:
    Taker(Project& project, const std::stop_token& stop, const ExchangeProgress& progress, std::int64_t total)
        : m_database(project.database()), m_stop(stop), m_progress(progress), m_total(total) {
        for (const Face& face : faces(m_database, {.person = {}, .withExcluded = true})) remember(face);
    }

    /// A shard that is cut off: what came before is taken all the same.
    void note(const std::string& file, const Message& reason) { m_result.problems.push_back({file, reason}); }

    /// `file`: where it comes from, for what is told of it.
    void take(const std::string& file, std::map<std::string, std::vector<std::uint8_t>> files) {
        if (m_stop.stop_requested()) {
            commit();
            throw Error(ErrorCode::Cancelled,
                        VISAGIST_TEXT("The import was stopped; what was taken is kept."));
        }
        if (!m_transaction) m_transaction.emplace(m_database);
        try {
            store(faceOfFiles(std::move(files)));
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Damaged && error.code() != ErrorCode::Unsupported &&
                error.code() != ErrorCode::InvalidArgument)
                throw;
            m_result.problems.push_back({file, error.message()});
        }
        if (++m_done % kFacesOfTransaction == 0) commit();
        if (m_progress) m_progress(m_done, std::max(m_done, m_total));
    }

    ImportedDataset finish() {
        commit();
        if (!m_dataset.faces.empty()) {
            std::set<std::int64_t> seen;
            std::erase_if(m_dataset.faces,
                          [&](const DatasetFace& face) { return !seen.insert(face.face).second; });
            std::ranges::sort(m_dataset.faces, {}, &DatasetFace::face);
            for (const Person& person : people(m_database))
                if (std::ranges::find(m_dataset.faces, person.id, &DatasetFace::person) !=
                    m_dataset.faces.end())
                    m_dataset.people.push_back(person.id);
            Transaction transaction(m_database);
            m_result.version = insertDataset(m_database, m_dataset);
            transaction.commit();
        }
        return std::move(m_result);
    }

private:
    void commit() {
        if (m_transaction) m_transaction->commit();
        m_transaction.reset();
    }

    void store(const PortableFace& portable) {
        Face face = portable.face;
        face.person = ensurePerson(m_database, portable.person);
        const auto [place, isNew] = m_known.try_emplace({face.cropSha256, face.person}, 0);
        if (isNew) {
            face.source = sourceOf(face);
            place->second = insertAtFreePlace(face, portable);
            ++m_result.faces;
        } else {
            ++m_result.known;
        }
        if (!portable.split) return;
        m_dataset.name = portable.version;
        m_dataset.faces.push_back({.face = place->second, .person = face.person, .split = *portable.split});
    }

    void remember(const Face& face) {
        m_known[{face.cropSha256, face.person}] = face.id;
        m_places[{face.source, face.frame}].insert(face.indexInSource);
    }

    std::int64_t sourceOf(const Face& face) {
        if (const auto known = findSource(m_database, face.sourcePath)) return known->id;
        return putSource(m_database,
                         {.path = face.sourcePath, .sha256 = "", .reason = "", .kind = face.sourceKind});
    }

    /// Another face may be at its place in the picture already: it comes behind.
    std::int64_t insertAtFreePlace(Face& face, const PortableFace& portable) {
        std::set<int>& taken = m_places[{face.source, face.frame}];
        while (!taken.insert(face.indexInSource).second) ++face.indexInSource;
        return insertFace(m_database, face, portable.cropPng, portable.maskPng);
    }

    Database& m_database;
    std::stop_token m_stop;
    const ExchangeProgress& m_progress;
    std::int64_t m_total, m_done = 0;
    std::map<std::pair<std::string, std::int64_t>, std::int64_t> m_known;  ///< by crop and person
    std::map<std::pair<std::int64_t, std::int64_t>, std::set<int>> m_places;
    std::optional<Transaction> m_transaction;
    Dataset m_dataset;
    ImportedDataset m_result;
};

/// "…/00000012.mask.png" → "…/00000012", ".mask.png": the key ends at the first point of the name.
std::pair<std::string, std::string> keyAndEnding(const std::string& name) {
    const std::size_t slash = name.rfind('/'), start = slash == std::string::npos ? 0 : slash + 1;
    const std::size_t point = std::min(name.find('.', start), name.size());
    return {name.substr(0, point), name.substr(point)};
}

void takeShard(const fs::path& path, Taker& taker) {
    std::string key;
    std::map<std::string, std::vector<std::uint8_t>> files;
    const auto flush = [&] {
        if (!files.empty()) taker.take(utf8FromPath(path.filename()) + ": " + key, std::move(files));
        files.clear();
    };
    try {
        readTar(path, [&](TarEntry entry) {
            auto [entryKey, ending] = keyAndEnding(entry.name);
            if (entryKey != key) {
                flush();
                key = entryKey;
            }
            files[ending] = std::move(entry.bytes);
        });
        flush();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Damaged) throw;
        taker.note(utf8FromPath(path.filename()), error.message());
    }
}

/// The files of faces under a folder, by their key; what belongs to no record is left out.
std::map<std::string, std::map<std::string, fs::path>> recordsUnder(const fs::path& folder) {
    std::map<std::string, std::map<std::string, fs::path>> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        std::string name = utf8FromPath(entry.path());
        std::ranges::replace(name, '\\', '/');
        const auto [key, ending] = keyAndEnding(name);
        if (ending == ".json" || ending == ".png" || ending == ".mask.png") found[key][ending] = entry.path();
    }
    return found;
}

std::vector<fs::path> shardsIn(const fs::path& from) {
    std::vector<fs::path> shards;
    if (fs::is_regular_file(from)) return {from};
    for (const auto& entry : fs::directory_iterator(from))
        if (entry.is_regular_file() && entry.path().extension() == ".tar") shards.push_back(entry.path());
    std::ranges::sort(shards);
    return shards;
}

}  // namespace

ImportedDataset importDataset(Project& project, const fs::path& from, std::stop_token stop,
                              const ExchangeProgress& progress) {
    if (!fs::exists(from))
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("\"%1\" is not there."), {utf8FromPath(from)});
    if (const std::vector<fs::path> shards = shardsIn(from); !shards.empty()) {
        Taker taker(project, stop, progress, 0);
        for (const fs::path& shard : shards) takeShard(shard, taker);
        return taker.finish();
    }
    const fs::path folder = fs::is_directory(from / "faces") ? from / "faces" : from;
    const auto records = recordsUnder(folder);
    if (records.empty())
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("There is no data set in \"%1\"."),
                    {utf8FromPath(from)});
    Taker taker(project, stop, progress, static_cast<std::int64_t>(records.size()));
    for (const auto& [key, paths] : records) {
        std::map<std::string, std::vector<std::uint8_t>> files;
        for (const auto& [ending, path] : paths) files[ending] = readFile(path);
        taker.take(key, std::move(files));
    }
    return taker.finish();
}

}  // namespace visagist
