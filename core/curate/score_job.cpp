#include "core/curate/score_job.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "core/base/log.h"
#include "core/curate/face_scoring.h"
#include "core/curate/parallel.h"
#include "core/curate/picture_look.h"
#include "core/curate/problem.h"
#include "core/face/embedder.h"
#include "core/image/decode.h"
#include "core/store/face_look_table.h"
#include "core/store/face_table.h"
#include "core/store/picture_table.h"

namespace visagist {

namespace {

/// What the calling thread reads of a face and its workers make of it.
struct Item {
    UnscoredFace missing;
    Face face;
    std::vector<std::uint8_t> crop, mask;
    std::optional<ScoredFace> scores;
    std::optional<StoredLook> look;
    std::optional<StoredEmbedding> embedding;
    std::optional<Message> problem;
};

/// BRISQUE's judges, one for each thread that asks at the same time.
class Judges {
public:
    Judges() { give(BrisqueJudge::make()); }
    bool any() const { return m_any; }
    std::unique_ptr<BrisqueJudge> take() {
        if (!m_any) return nullptr;
        {
            const std::scoped_lock lock(m_mutex);
            if (!m_free.empty()) {
                auto judge = std::move(m_free.back());
                m_free.pop_back();
                return judge;
            }
        }
        return BrisqueJudge::make();
    }
    void give(std::unique_ptr<BrisqueJudge> judge) {
        if (!judge) return;
        const std::scoped_lock lock(m_mutex);
        m_any = true;
        m_free.push_back(std::move(judge));
    }

private:
    std::mutex m_mutex;
    bool m_any = false;
    std::vector<std::unique_ptr<BrisqueJudge>> m_free;
};

void measure(Item& item, Judges& judges, const FaceEmbedder* embedder) {
    const std::string name = item.face.sourcePath;
    const Image crop = decodeImage(item.crop, name);
    if (item.missing.scores) {
        const Image mask = item.mask.empty() ? Image() : decodeMask(item.mask, name);
        auto judge = judges.take();
        item.scores = {item.face.id, item.face.cropSha256, scoresOf(item.face, crop, mask, judge.get())};
        judges.give(std::move(judge));
    }
    if (item.missing.look) {
        const PictureLook look = lookOf(crop);
        item.look = {item.face.id,
                     item.face.cropSha256,
                     {look.signature.begin(), look.signature.end()},
                     {look.thumbnail.begin(), look.thumbnail.end()}};
    }
    if (item.missing.embedding && embedder) {
        item.embedding.emplace();
        item.embedding->face = item.face.id;
        item.embedding->cropSha256 = item.face.cropSha256;
        item.embedding->numbers = embedder->embed(embeddingChip(crop));
    }
}

/// Never throws for what is wrong with the face: that becomes its problem.
void measureOrSay(Item& item, Judges& judges, const FaceEmbedder* embedder) {
    if (item.problem) return;
    Message problem = problemOf([&] { measure(item, judges, embedder); });
    if (!problem.source.empty()) item.problem = std::move(problem);
}

Item read(Database& database, const UnscoredFace& missing) {
    Item item;
    item.missing = missing;
    try {
        const auto face = findFace(database, missing.face);
        if (!face) return item;  // removed in the meantime
        item.face = *face;
        item.crop = picturePng(database, face->cropSha256);
        item.mask = picturePng(database, face->maskSha256);
    } catch (const Error& problem) {
        if (problem.code() != ErrorCode::NotFound && problem.code() != ErrorCode::Damaged) throw;
        item.problem = problem.message();
    }
    return item;
}

/// One transaction: the project has all of the batch or nothing of it.
void store(Database& database, std::span<const Item> batch) {
    std::vector<ScoredFace> scores;
    std::vector<StoredLook> looks;
    std::vector<StoredEmbedding> embeddings;
    for (const Item& item : batch) {
        if (item.scores) scores.push_back(*item.scores);
        if (item.look) looks.push_back(*item.look);
        if (item.embedding) embeddings.push_back(*item.embedding);
    }
    Transaction transaction(database);
    putFaceScores(database, scores);
    putFaceLooks(database, looks);
    putFaceEmbeddings(database, embeddings);
    transaction.commit();
}

}  // namespace

ScoreReport scoreFaces(Project& project, const ScoreRequest& request, std::stop_token stop,
                       const std::function<void(std::int64_t, std::int64_t)>& progress) {
    Database& database = project.database();
    ScoreReport report;
    std::unique_ptr<FaceEmbedder> embedder;
    if (request.embeddings) {
        try {
            embedder = std::make_unique<FaceEmbedder>();
        } catch (const Error& missing) {
            if (missing.code() != ErrorCode::NotFound) throw;
            report.noEmbeddings = missing.message();
        }
    }
    Judges judges;
    report.noBrisque = !judges.any();
    const std::vector<UnscoredFace> missing = unscoredFaces(database, embedder != nullptr);
    report.faces = static_cast<std::int64_t>(missing.size());
    const std::size_t size = 16 * threadsFor(request.threads);
    for (std::size_t first = 0; first < missing.size() && !stop.stop_requested(); first += size) {
        std::vector<Item> batch;
        for (std::size_t i = first; i < std::min(first + size, missing.size()); ++i) {
            batch.push_back(read(database, missing[i]));
            if (batch.back().face.id == 0 && !batch.back().problem) batch.pop_back();
        }
        try {
            inParallel(batch.size(), 1, request.threads, stop,
                       [&](std::size_t i) { measureOrSay(batch[i], judges, embedder.get()); });
        } catch (const Error& stopped) {
            if (stopped.code() != ErrorCode::Cancelled) throw;
        }
        store(database, batch);
        for (const Item& item : batch) {
            if (item.problem) {
                logWarning("face " + std::to_string(item.missing.face) + ": " + item.problem->english());
                report.unreadable.push_back({item.missing.face, *item.problem});
            } else if (item.scores || item.look || item.embedding) {
                ++report.scored;
            }
        }
        if (progress)
            progress(static_cast<std::int64_t>(std::min(first + size, missing.size())), report.faces);
    }
    report.stopped = stop.stop_requested() && report.scored < report.faces;
    return report;
}

}  // namespace visagist
