#include "core/data/demo_project.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/platform.h"
#include "core/base/sha256.h"
#include "core/data/demo_faces.h"
#include "core/data/seeded_random.h"
#include "core/image/encode.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/store/source_table.h"

namespace visagist {

namespace fs = std::filesystem;

namespace {

constexpr int kMostPeople = 8;

/// One picture that is to be made.
struct Picture {
    int person = 0, index = 0;
    fs::path path;
};

/// A picture that lies on disk, and what the project keeps of it.
struct MadePicture {
    std::vector<std::uint8_t> png, maskPng;
    std::vector<Point> landmarks;
    Rect box;
};

void checkRequest(const DemoProjectRequest& request) {
    const auto check = [](const char* what, int value, int least, int most) {
        if (value < least || value > most)
            throw Error(ErrorCode::InvalidArgument,
                        VISAGIST_TEXT("The demo needs a number of %1 from %2 to %3; given was %4."),
                        {what, std::to_string(least), std::to_string(most), std::to_string(value)});
    };
    check(VISAGIST_TEXT("people"), request.people, 2, kMostPeople);
    check(VISAGIST_TEXT("faces a person"), request.facesEach, 1, 100'000);
    check(VISAGIST_TEXT("pixels"), request.size, 64, 1024);
}

/// Without syncing it to the drive, for the project has the same bytes and restorePictures() mends the file.
void writePicture(const fs::path& path, std::span<const std::uint8_t> png) {
    errno = 0;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
    file.close();
    if (!file) failWriting(path, std::error_code(errno != 0 ? errno : EIO, std::generic_category()));
}

/// A picture takes at most about half its raw bytes as PNG, once as a file and once in the project.
void checkRoom(const DemoProjectRequest& request, std::size_t pictures) {
    const std::uint64_t needed = static_cast<std::uint64_t>(pictures) * 3 *
                                 static_cast<std::uint64_t>(request.size) *
                                 static_cast<std::uint64_t>(request.size);
    const auto free = freeDiskBytes(request.folder);
    if (free && *free < needed)
        throw Error(ErrorCode::DiskFull,
                    VISAGIST_TEXT("The demo pictures need about %1 MB in %2, where %3 MB are free."),
                    {std::to_string(needed / 1'000'000 + 1), utf8FromPath(request.folder),
                     std::to_string(*free / 1'000'000)});
}

/// The demo project in the folder, made where there is none; refuses one that was made differently.
Project openOrCreate(const fs::path& path, const DemoProjectRequest& request) {
    const bool exists = fs::exists(path);
    Project project = exists ? Project::open(path) : Project::create(path, request.size);
    const std::string seed = std::to_string(request.seed), stored = project.setting("demo.seed");
    const bool foreign = stored.empty() && !people(project.database()).empty();
    if (foreign || (!stored.empty() && stored != seed) || project.cropSize() != request.size)
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT("%1 was made with other pictures (seed %2, %3 px). Choose another folder, or the "
                          "same seed and size."),
            {utf8FromPath(path), foreign ? "none" : stored, std::to_string(project.cropSize())});
    project.setSetting("demo.seed", seed);
    return project;
}

fs::path picturePath(const fs::path& folder, int person, int index) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "%04d.png", index + 1);
    return folder / "people" / pathFromUtf8(demoPersonName(person)) / name.data();
}

/// What the project does not have yet, person by person for each index, so that a smaller demo is the
/// beginning of a larger one.
std::vector<Picture> missingPictures(Database& database, const DemoProjectRequest& request) {
    std::set<std::string> present;
    for (const Face& face : faces(database, {.person = {}, .withExcluded = true}))
        present.insert(face.sourcePath);
    std::vector<Picture> missing;
    for (int index = 0; index < request.facesEach; ++index) {
        for (int person = 0; person < request.people; ++person) {
            Picture picture{person, index, picturePath(request.folder, person, index)};
            if (!present.contains(utf8FromPath(picture.path))) missing.push_back(std::move(picture));
        }
    }
    return missing;
}

/// Picture files that were deleted, or that a power cut left empty, from what the project has of them.
void restorePictures(Database& database) {
    for (const Face& face : faces(database, {.person = {}, .withExcluded = true})) {
        const fs::path path = pathFromUtf8(face.sourcePath);
        std::error_code missing;
        if (fs::file_size(path, missing) == 0 || missing) writePicture(path, faceCropPng(database, face.id));
    }
}

Rect boxAround(std::span<const Point> points) {
    const auto [left, right] = std::ranges::minmax(points, {}, &Point::x);
    const auto [top, bottom] = std::ranges::minmax(points, {}, &Point::y);
    return {left.x, top.y, right.x - left.x, bottom.y - top.y};
}

MadePicture makePicture(const Picture& picture, const DemoProjectRequest& request) {
    const std::uint64_t seed =
        demoContentSeed(request.seed, picture.person, static_cast<std::uint64_t>(picture.index));
    const DemoFace face = renderDemoFace(demoPerson(picture.person), randomDemoContent(seed), request.size);
    MadePicture made;
    made.png = encodePng(face.image);
    made.maskPng = encodePng(face.mask);
    made.landmarks.assign(face.landmarks68.begin(), face.landmarks68.end());
    made.box = boxAround(face.landmarks68);
    writePicture(picture.path, made.png);
    return made;
}

/// Makes all pictures of the batch on `threads` threads; throws the first error after all have ended.
std::vector<MadePicture> makePictures(std::span<const Picture> batch, const DemoProjectRequest& request,
                                      unsigned threads, const std::stop_token& stop) {
    std::vector<MadePicture> made(batch.size());
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            for (std::size_t i = next++; i < batch.size() && !stop.stop_requested(); i = next++)
                made[i] = makePicture(batch[i], request);
        } catch (...) {
            const std::scoped_lock lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> workers;
        for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
    if (stop.stop_requested())
        throw Error(ErrorCode::Cancelled,
                    VISAGIST_TEXT("Stopped while making the demo pictures; they are completed next time."));
    return made;
}

/// One transaction: the project has all of the batch or nothing of it.
void storePictures(Database& database, std::span<const Picture> batch, std::span<const MadePicture> made,
                   std::span<const std::int64_t> personIds, int size) {
    Transaction transaction(database);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        Source source;
        source.path = utf8FromPath(batch[i].path);
        source.sha256 = sha256Hex(made[i].png);
        source.width = source.height = size;
        source.importedAt = nowMilliseconds();
        Face face;
        face.person = personIds[static_cast<std::size_t>(batch[i].person)];
        face.source = putSource(database, source);
        face.photoFromUnit = Affine::scaling(size, size);
        face.landmarks = made[i].landmarks;
        face.box = made[i].box;
        face.cropSha256 = source.sha256;
        insertFace(database, face, made[i].png, made[i].maskPng);
    }
    transaction.commit();
}

std::vector<std::int64_t> ensurePeople(Database& database, int count) {
    std::vector<std::int64_t> ids;
    for (int person = 0; person < count; ++person) {
        ids.push_back(ensurePerson(database, demoPersonName(person)));
        setConsent(database, ids.back(), Consent::Recorded);  // nobody real is shown
    }
    return ids;
}

}  // namespace

std::uint64_t demoContentSeed(std::uint64_t seed, int person, std::uint64_t index) {
    return mixedSeed(seed, static_cast<std::uint64_t>(person), index);
}

fs::path makeDemoProject(const DemoProjectRequest& given, std::stop_token stop,
                         const std::function<void(int, int)>& progress) {
    checkRequest(given);
    DemoProjectRequest request = given;
    ensureFolder(request.folder);
    request.folder = fs::canonical(request.folder);
    const fs::path path = request.folder / "demo.visagist";
    const Project project = openOrCreate(path, request);
    const std::vector<std::int64_t> personIds = ensurePeople(project.database(), request.people);
    for (int person = 0; person < request.people; ++person)
        ensureFolder(picturePath(request.folder, person, 0).parent_path());
    restorePictures(project.database());

    const std::vector<Picture> missing = missingPictures(project.database(), request);
    checkRoom(request, missing.size());
    const int total = request.people * request.facesEach;
    int done = total - static_cast<int>(missing.size());
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t batchSize = std::size_t{16} * threads;  // the last of a batch keep the others waiting
    for (std::size_t first = 0; first < missing.size(); first += batchSize) {
        const std::span batch =
            std::span(missing).subspan(first, std::min(batchSize, missing.size() - first));
        if (progress) progress(done, total);
        const std::vector<MadePicture> made = makePictures(batch, request, threads, stop);
        storePictures(project.database(), batch, made, personIds, request.size);
        done += static_cast<int>(batch.size());
    }
    if (progress) progress(done, total);
    return path;
}

}  // namespace visagist
