// Batches of training examples, prepared ahead by worker threads; what a batch holds depends on seed and step
// alone.
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
#include "core/options/data_options.h"

namespace visagist {

/// Plain float32 memory, interleaved (channels last).
struct Batch {
    std::int64_t number = 0;
    int size = 0, resolution = 0;
    std::vector<float> input, target;  ///< [B,R,R,3] in [-1,1]
    std::vector<float> mask;           ///< [B,R,R] in [0,1]
    std::vector<std::int64_t> person;  ///< [B] index of the person
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
