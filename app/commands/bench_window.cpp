#include "app/commands/bench_window.h"

#include <fstream>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/peer_process.h"
#include "app/commands/scratch_folder.h"
#include "core/base/error.h"
#include "core/base/path.h"
#include "core/base/platform.h"
#include "core/base/sha256.h"
#include "core/data/demo_faces.h"
#include "core/data/seeded_random.h"
#include "core/image/encode.h"
#include "core/store/face_score_table.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/store/source_table.h"

namespace visagist {

namespace {

namespace fs = std::filesystem;

constexpr int kDrawn = 200, kCrop = 96, kFacesOfSource = 20, kPeople = 10;

/// A project of so many faces; their pictures are some hundred, as each is kept once.
void makeWall(const fs::path& path, int faces, const std::stop_token& stop,
              const std::function<void(std::int64_t, std::int64_t)>& progress) {
    Project project = Project::create(path, kCrop);
    Database& database = project.database();
    std::vector<std::vector<std::uint8_t>> pictures;
    for (int i = 0; i < kDrawn; ++i)
        pictures.push_back(
            encodePng(renderDemoFace(randomDemoPerson(static_cast<std::uint64_t>(i % 20)),
                                     randomDemoContent(static_cast<std::uint64_t>(i), 60), kCrop)
                          .image));
    std::vector<std::string> hashes;
    for (const auto& png : pictures) hashes.push_back(sha256Hex(png));
    std::vector<std::int64_t> people;
    for (int i = 0; i < kPeople; ++i) people.push_back(ensurePerson(database, "Person " + std::to_string(i)));
    SeededRandom random(1);
    std::int64_t source = 0;
    for (int first = 0; first < faces; first += 1000) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Stopped."));
        Transaction transaction(database);
        std::vector<ScoredFace> scored;
        for (int i = first; i < std::min(faces, first + 1000); ++i) {
            if (i % kFacesOfSource == 0) {
                const std::string name = "picture_" + std::to_string(i / kFacesOfSource);
                source =
                    putSource(database, {.path = "/wall/" + name + ".png", .sha256 = name, .reason = ""});
            }
            Face face;
            face.person = people[random.below(people.size())];
            face.source = source;
            face.indexInSource = i % kFacesOfSource;
            face.photoFromUnit = Affine::scaling(kCrop, kCrop);
            const std::size_t picture = random.below(pictures.size());
            face.cropSha256 = hashes[picture];
            ScoredFace scores;
            scores.cropSha256 = hashes[picture];
            scores.face = insertFace(database, face, pictures[picture], {});
            scores.scores.sharp = random.uniform();
            scores.scores.yaw = random.uniform(-60, 60);
            scores.scores.pitch = random.uniform(-30, 30);
            scores.scores.mouth = random.uniform();
            scores.scores.bright = random.uniform();
            scored.push_back(scores);
        }
        putFaceScores(database, scored);
        transaction.commit();
        progress(std::min(faces, first + 1000), faces);
    }
}

/// What the program beside this one answers.
nlohmann::json asked(const fs::path& scratch, const nlohmann::json& question) {
    const fs::path program = programFolder() / "visagist-window-bench";
    if (!fs::exists(program)) {
        throw Error(ErrorCode::NotFound,
                    VISAGIST_TEXT("\"%1\" is not there: the window was not built (VISAGIST_GUI)."),
                    {utf8FromPath(program)});
    }
    const fs::path log = scratch / "window.log";
    cli::PeerProcess window({utf8FromPath(program), "-platform", "offscreen"}, log);
    nlohmann::json answer = nlohmann::json::parse(window.ask(question.dump()).value_or(""), nullptr, false);
    if (answer.is_object()) return answer;
    std::string last;
    std::ifstream errors(log);
    for (std::string line; std::getline(errors, line);)
        if (!line.empty()) last = line;
    throw Error(ErrorCode::Internal, VISAGIST_TEXT("The window ended without an answer: %1"), {last});
}

}  // namespace

nlohmann::json benchGrid(int faces, const std::stop_token& stop,
                         const std::function<void(std::int64_t, std::int64_t)>& progress) {
    const cli::ScratchFolder scratch;
    const fs::path project = scratch.path() / "wall.visagist";
    makeWall(project, faces, stop, progress);
    return asked(scratch.path(), {{"part", "grid"}, {"project", utf8FromPath(project)}});
}

namespace cli {

ExitCode perform(const PlotsBenchFlags& flags, const Report& report, std::stop_token) {
    const ScratchFolder scratch;
    const nlohmann::json result = asked(scratch.path(), {{"part", "plots"}, {"points", flags.points}});
    const auto number = [&](const char* key) { return fixed(result[key].get<double>(), 1); };
    report.say("Curves of " + result["points"].dump() + " points in all: redrawn in " + number("medianMs") +
               " ms (median), " + number("worstMs") + " ms at worst, at most " + number("peakMiB") + " MiB");
    report.result(result);
    return kDone;
}

}  // namespace cli

}  // namespace visagist
