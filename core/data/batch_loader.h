// Batches of faces and of what is to be done to them, prepared ahead by worker threads; what a batch holds
// depends on seed and step alone.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/data/aligned_cache.h"
#include "core/data/augment_plan.h"
#include "core/options/data_options.h"

namespace visagist {

/// Four bytes a pixel: the training device makes pictures of it.
struct Batch {
    std::int64_t number = 0;
    int resolution = 0;
    std::vector<std::uint8_t> faces;   ///< [B,R,R,4], interleaved RGB + mask
    std::vector<AugmentPlan> plans;    ///< [B]
    std::vector<std::int64_t> person;  ///< [B] index of the person

    int size() const { return static_cast<int>(person.size()); }
    std::size_t area() const {
        return static_cast<std::size_t>(resolution) * static_cast<std::size_t>(resolution);
    }
    const std::uint8_t* face(std::size_t i) const {
        return faces.data() + AlignedCache::kChannels * area() * i;
    }
    /// Appends face `index` of `cache`.
    void add(const AlignedCache& cache, std::size_t index, const AugmentPlan& plan);
};

class BatchLoader {
public:
    /// Batches of the training faces of `cache` (which must outlive the loader), of which `firstExample` were
    /// seen before, with whatever batch size; people in turn, so that each is seen as often as the others
    /// however many faces they have; with even poses also a person's poses. Throws Error(InvalidArgument)
    /// where there is no training face.
    BatchLoader(const AlignedCache& cache, const DataOptions& options, std::uint64_t seed,
                std::int64_t firstExample);
    /// Stops and joins the workers.
    ~BatchLoader();

    /// The next batch, in order; nothing where a stop came while it was waited for. Throws what a worker
    /// threw.
    std::optional<Batch> next(const std::stop_token& stop);
    /// Other live options (warp, rotate …) from exactly the next batch on; what was prepared with the old
    /// ones is made anew. Batch size and number of workers stay.
    void setOptions(const DataOptions& options);

private:
    void work(const std::stop_token& stop);
    Batch make(std::int64_t number, const DataOptions& options) const;

    const AlignedCache& m_cache;
    const std::uint64_t m_seed;
    using Faces = std::vector<std::size_t>;  ///< indices into the cache
    /// The face that comes at `turn` of a person's turns, from `faces` in shuffled rounds.
    std::size_t faceAt(const Faces& faces, std::uint64_t turn, std::uint64_t use) const;
    /// Colours of any face of another person, where there is one and this example is to take some over.
    std::optional<ColourTransfer> transferFor(std::size_t face, std::size_t person, std::uint64_t example,
                                              double share) const;

    struct PersonFaces {
        Faces all;
        std::vector<Faces> byPose;  ///< from left to right; poses that nobody has left out
    };
    std::vector<PersonFaces> m_people;  ///< those with training faces

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    DataOptions m_options;
    std::int64_t m_generation = 0;  ///< counts setOptions(): what was made for an older one is thrown away
    std::map<std::int64_t, Batch> m_ready;
    const std::int64_t m_shift;  ///< of each batch's first face against number times size
    std::int64_t m_nextToMake, m_nextToGive;
    std::exception_ptr m_failure;
    std::vector<std::jthread> m_workers;
};

}  // namespace visagist
