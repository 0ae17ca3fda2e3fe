#include "core/curate/duplicate_search.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <numeric>

#include "core/base/error.h"
#include "core/curate/look_likeness.h"
#include "core/curate/parallel.h"

namespace visagist {

namespace {

/// Which pictures were found to be one, from several threads.
class Groups {
public:
    explicit Groups(std::size_t count) : m_parent(count) {
        std::iota(m_parent.begin(), m_parent.end(), std::size_t{0});
    }
    bool together(std::size_t a, std::size_t b) {
        const std::scoped_lock lock(m_mutex);
        return root(a) == root(b);
    }
    void join(std::size_t a, std::size_t b) {
        const std::scoped_lock lock(m_mutex);
        const std::size_t first = root(a), second = root(b);
        m_parent[std::max(first, second)] = std::min(first, second);
    }
    std::vector<std::vector<std::size_t>> lists() {
        std::vector<std::vector<std::size_t>> ofRoot(m_parent.size()), result;
        for (std::size_t i = 0; i < m_parent.size(); ++i) ofRoot[root(i)].push_back(i);
        for (auto& list : ofRoot)
            if (list.size() > 1) result.push_back(std::move(list));
        return result;
    }

private:
    std::size_t root(std::size_t i) {
        while (m_parent[i] != i) i = m_parent[i] = m_parent[m_parent[i]];
        return i;
    }
    std::mutex m_mutex;
    std::vector<std::size_t> m_parent;
};

/// Sum of absolute differences; compilers make it two instructions of the processor.
int bytesApart(const Signature& a, const Signature& b) {
    int sum = 0;
    for (std::size_t i = 0; i < kSignatureSize; ++i) sum += std::abs(int(a[i]) - int(b[i]));
    return sum;
}

class Search {
public:
    Search(std::span<const PictureLook> looks, const DuplicateSearch& search)
        : m_looks(looks),
          m_search(search),
          m_limit(static_cast<int>(search.radius / kDistanceOfAByte)),
          m_signatures(looks.size()),
          m_tangents(looks.size()),
          m_groups(looks.size()) {}

    void prepare(std::size_t i) {
        m_signatures[i] = m_looks[i].signature;
        m_tangents[i] = tangentsOf(m_looks[i]);
    }

    /// Picture `i` with all behind it.
    void compareWithLater(std::size_t i) {
        const Signature own = m_signatures[i], mirror = mirrored(own);
        for (std::size_t j = i + 1; j < m_signatures.size(); ++j) {
            const Signature& other = m_signatures[j];
            if (bytesApart(own, other) <= m_limit) confirm(i, j, other, false);
            if (bytesApart(mirror, other) <= m_limit) confirm(i, j, mirrored(other), true);
        }
    }

    std::vector<std::vector<std::size_t>> groups() { return m_groups.lists(); }

private:
    void confirm(std::size_t i, std::size_t j, const Signature& other, bool mirrorIt) {
        if (tangentDistance(m_signatures[i], m_tangents[i], other) > m_search.tangentRadius) return;
        // What is one already need not be shown to be: a thousand equal pictures take a thousand looks.
        if (m_groups.together(i, j)) return;
        if (likenessOf(m_looks[i], m_looks[j], mirrorIt).isCopy()) m_groups.join(i, j);
    }

    std::span<const PictureLook> m_looks;
    const DuplicateSearch& m_search;
    int m_limit;
    std::vector<Signature> m_signatures;
    std::vector<LookTangents> m_tangents;
    Groups m_groups;
};

}  // namespace

std::vector<std::vector<std::size_t>> findCopies(
    std::span<const PictureLook> looks, const DuplicateSearch& search, std::stop_token stop,
    const std::function<void(std::int64_t, std::int64_t)>& progress) {
    Search work(looks, search);
    inParallel(looks.size(), 256, search.threads, stop, [&](std::size_t i) { work.prepare(i); });
    const auto total = static_cast<std::int64_t>(looks.size());
    std::mutex mutex;
    std::int64_t done = 0;
    inParallel(looks.size(), 32, search.threads, stop, [&](std::size_t i) {
        work.compareWithLater(i);
        if (!progress) return;
        const std::scoped_lock lock(mutex);
        if (++done % 256 == 0 || done == total) progress(done, total);
    });
    return work.groups();
}

}  // namespace visagist
