#include "core/data/batch_loader.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/data/augment.h"
#include "core/data/seeded_random.h"

namespace visagist {

namespace {

/// Five poses from left to right, at about 12 and 35 degrees of yaw.
int poseOf(double noseOffset) {
    int pose = 0;
    for (const double border : {-0.3, -0.1, 0.1, 0.3}) pose += noseOffset >= border;
    return pose;
}

}  // namespace

BatchLoader::BatchLoader(const AlignedCache& cache, const DataOptions& options, std::uint64_t seed,
                         std::int64_t firstExample)
    : m_cache(cache),
      m_seed(seed),
      m_options(options),
      m_shift(firstExample % options.batchSize),
      m_nextToMake(firstExample / options.batchSize),
      m_nextToGive(m_nextToMake) {
    std::map<int, std::map<int, Faces>> byPerson;
    for (std::size_t i = 0; i < cache.size(); ++i) {
        if (cache.face(i).split == Split::Train)
            byPerson[cache.personIndex(i)][poseOf(cache.noseOffset(i))].push_back(i);
    }
    for (auto& [person, poses] : byPerson) {
        PersonFaces own;
        for (auto& [pose, faces] : poses) {
            own.all.insert(own.all.end(), faces.begin(), faces.end());
            own.byPose.push_back(std::move(faces));
        }
        std::sort(own.all.begin(), own.all.end());
        m_people.push_back(std::move(own));
    }
    if (m_people.empty()) {
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT("There is no face to train on. Import pictures of at least one person first."));
    }
    m_workers.reserve(static_cast<std::size_t>(options.workers));
    for (int i = 0; i < options.workers; ++i) {
        m_workers.emplace_back([this](const std::stop_token& stop) { work(stop); });
    }
}

BatchLoader::~BatchLoader() {
    for (std::jthread& worker : m_workers) worker.request_stop();
}

std::size_t BatchLoader::faceAt(const Faces& faces, std::uint64_t turn, std::uint64_t use) const {
    // Each comes once before any comes again.
    const std::uint64_t round = turn / faces.size();
    return faces[shuffledPlace(turn % faces.size(), faces.size(), mixedSeed(m_seed, round, use))];
}

Batch BatchLoader::make(std::int64_t number, const DataOptions& options) const {
    const int size = options.batchSize, resolution = m_cache.resolution();
    const auto area = static_cast<std::size_t>(resolution) * static_cast<std::size_t>(resolution);
    Batch batch{.number = number,
                .size = size,
                .resolution = resolution,
                .input = {},
                .target = {},
                .mask = {},
                .person = {}};
    batch.input.resize(area * 3 * static_cast<std::size_t>(size));
    batch.target.resize(batch.input.size());
    batch.mask.resize(area * static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) {
        const auto example = static_cast<std::uint64_t>(number) * static_cast<std::uint64_t>(size) +
                             static_cast<std::uint64_t>(m_shift + i);
        const std::size_t people = m_people.size(), person = static_cast<std::size_t>(example % people);
        const PersonFaces& own = m_people[person];
        const std::uint64_t turn = example / people, poses = own.byPose.size(), pose = turn % poses;
        const std::size_t face = options.evenPoses
                                     ? faceAt(own.byPose[pose], turn / poses, person + pose * 1000)
                                     : faceAt(own.all, turn, person);
        const auto at = static_cast<std::size_t>(i);
        batch.person.push_back(m_cache.personIndex(face));
        makeExample(m_cache.pixels(face), resolution, options, options.warp,
                    SeededRandom(mixedSeed(m_seed, 0x5EED, example)),
                    {batch.input.data() + at * area * 3, batch.target.data() + at * area * 3,
                     batch.mask.data() + at * area});
    }
    return batch;
}

void BatchLoader::work(const std::stop_token& stop) {
    const auto ahead = static_cast<std::int64_t>(m_workers.capacity()) + 2;
    while (!stop.stop_requested()) {
        std::int64_t number = 0, generation = 0;
        DataOptions options;
        {
            std::unique_lock lock(m_mutex);
            const bool wanted =
                m_changed.wait(lock, stop, [&] { return m_nextToMake < m_nextToGive + ahead || m_failure; });
            if (!wanted || m_failure) return;
            number = m_nextToMake++;
            options = m_options;
            generation = m_generation;
        }
        try {
            Batch batch = make(number, options);
            const std::scoped_lock lock(m_mutex);
            if (generation == m_generation) m_ready.emplace(number, std::move(batch));
        } catch (...) {
            const std::scoped_lock lock(m_mutex);
            m_failure = std::current_exception();
        }
        m_changed.notify_all();
    }
}

void BatchLoader::setOptions(const DataOptions& options) {
    {
        const std::scoped_lock lock(m_mutex);
        DataOptions wanted = options;
        wanted.batchSize = m_options.batchSize;
        wanted.workers = m_options.workers;
        if (wanted == m_options) return;  // what is prepared already is right
        m_options = wanted;
        ++m_generation;
        m_ready.clear();
        m_nextToMake = m_nextToGive;
    }
    m_changed.notify_all();
}

std::optional<Batch> BatchLoader::next(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    const bool ready =
        m_changed.wait(lock, stop, [&] { return m_ready.contains(m_nextToGive) || m_failure; });
    if (m_failure) std::rethrow_exception(m_failure);
    if (!ready) return {};
    Batch batch = std::move(m_ready.extract(m_nextToGive++).mapped());
    lock.unlock();
    m_changed.notify_all();
    return batch;
}

}  // namespace visagist
