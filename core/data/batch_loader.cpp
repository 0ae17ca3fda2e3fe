#include "core/data/batch_loader.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/data/seeded_random.h"
#include "core/face/pose.h"

namespace visagist {

namespace {

/// Five poses from left to right, by degrees of yaw.
int poseOf(double yaw) {
    int pose = 0;
    for (const double border : kYawBorders) pose += yaw >= border;
    return pose;
}

}  // namespace

void Batch::add(const AlignedCache& cache, std::size_t index, const AugmentPlan& plan) {
    resolution = cache.resolution();
    const std::uint8_t* pixels = cache.pixels(index);
    faces.insert(faces.end(), pixels,
                 pixels + std::ptrdiff_t{AlignedCache::kChannels} * resolution * resolution);
    plans.push_back(plan);
    person.push_back(cache.personIndex(index));
}

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
            byPerson[cache.personIndex(i)][poseOf(cache.yaw(i))].push_back(i);
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

std::optional<ColourTransfer> BatchLoader::transferFor(std::size_t face, std::size_t person,
                                                       std::uint64_t example, double share) const {
    SeededRandom random(mixedSeed(m_seed, 0xC010, example));
    if (random.uniform() >= share || m_people.size() < 2) return {};
    const std::size_t drawn = random.below(m_people.size() - 1), other = drawn >= person ? drawn + 1 : drawn;
    const Faces& faces = m_people[other].all;
    return transferBetween(m_cache.pixels(face), m_cache.pixels(faces[random.below(faces.size())]),
                           m_cache.resolution());
}

Batch BatchLoader::make(std::int64_t number, const DataOptions& options) const {
    const auto size = static_cast<std::uint64_t>(options.batchSize);
    const auto resolution = static_cast<std::size_t>(m_cache.resolution());
    Batch batch;
    batch.number = number;
    batch.faces.reserve(size * AlignedCache::kChannels * resolution * resolution);
    for (std::uint64_t i = 0; i < size; ++i) {
        const std::uint64_t example =
            static_cast<std::uint64_t>(number) * size + static_cast<std::uint64_t>(m_shift) + i;
        const std::size_t people = m_people.size(), person = static_cast<std::size_t>(example % people);
        const PersonFaces& own = m_people[person];
        const std::uint64_t turn = example / people, poses = own.byPose.size(), pose = turn % poses;
        const std::size_t face = options.evenPoses
                                     ? faceAt(own.byPose[pose], turn / poses, person + pose * 1000)
                                     : faceAt(own.all, turn, person);
        batch.add(m_cache, face,
                  drawPlan(options, options.warp, m_cache.resolution(),
                           SeededRandom(mixedSeed(m_seed, 0x5EED, example)),
                           transferFor(face, person, example, options.colourTransfer)));
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
