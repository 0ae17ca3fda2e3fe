// A new project in a folder with a difficult name, for tests of its tables.
#pragma once
#include <QTemporaryDir>
#include <filesystem>
#include <optional>

#include "core/base/path.h"
#include "core/store/dataset_table.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/store/run_table.h"
#include "core/store/source_table.h"

namespace visagist::test {

class StoreFixture {
public:
    StoreFixture()
        : m_folder(pathFromUtf8(m_dir.path().toStdString()) / "My Folder (1) & co 测试"),
          m_project(Project::create(m_folder / "faces é")) {}
    const std::filesystem::path& folder() const { return m_folder; }
    Project& project() { return m_project; }
    Database& database() { return m_project.database(); }

    /// A face of `person` from the picture `path`, with pixels that are not really a PNG.
    std::int64_t addFace(const std::string& person, const std::string& path) {
        Face face;
        face.person = ensurePerson(database(), person);
        const auto known = findSource(database(), path);
        face.source = known ? known->id : putSource(database(), {.path = path, .sha256 = "", .reason = ""});
        for (const Face& other : faces(database(), {.person = {}, .withExcluded = true}))
            face.indexInSource += other.source == face.source;
        face.cropSha256 = "crop";
        const std::vector<std::uint8_t> crop{1, 2, 3};
        return insertFace(database(), face, crop, {});
    }
    /// A run on a dataset of all faces that are there.
    std::int64_t addRun() {
        Dataset dataset;
        for (const Person& person : people(database())) dataset.people.push_back(person.id);
        for (const Face& face : faces(database()))
            dataset.faces.push_back({face.id, face.person, Split::Train});
        Run run;
        run.name = "first";
        run.dataset = insertDataset(database(), dataset);
        return insertRun(database(), run);
    }

private:
    QTemporaryDir m_dir;
    std::filesystem::path m_folder;
    Project m_project;
};

}  // namespace visagist::test
