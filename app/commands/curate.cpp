#include <algorithm>
#include <map>

#include "app/commands/commands.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"
#include "core/curate/best_faces.h"
#include "core/curate/coverage.h"
#include "core/curate/face_edits.h"
#include "core/curate/face_query.h"
#include "core/curate/group_jobs.h"
#include "core/curate/proposals.h"
#include "core/curate/score_job.h"
#include "core/data/dataset_split.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"

namespace visagist::cli {

namespace {

using nlohmann::json;

std::map<std::int64_t, std::string> namesOf(Database& database) {
    std::map<std::int64_t, std::string> names;
    for (const Person& person : people(database)) names[person.id] = person.name;
    return names;
}

std::string queryOf(const CurateFlags& flags) {
    std::string text;
    for (const std::string& word : flags.query) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::vector<std::int64_t> facesOf(Database& database, const FaceCondition& condition) {
    std::vector<std::int64_t> ids;
    for (const ListedFace& face : listFaces(database, condition)) ids.push_back(face.face);
    return ids;
}

void noteUnscored(const Report& report, std::int64_t faces, const char* of) {
    if (faces > 0)
        report.note(std::to_string(faces) + " faces have no " + of + " yet; run curate score first.");
}

ExitCode score(const CurateFlags& flags, const Report& report, const std::stop_token& stop) {
    Project project = Project::open(pathFromUtf8(flags.project));
    ProgressLine progress("Measuring");
    const ScoreReport scored =
        scoreFaces(project, {.embeddings = !flags.noEmbeddings}, stop,
                   [&](std::int64_t done, std::int64_t total) { progress.count(done, total); });
    progress.clear();
    json unreadable = json::array();
    for (const UnreadableFace& face : scored.unreadable) {
        report.note("Not measured: face " + std::to_string(face.face) + ": " + face.reason.english());
        unreadable.push_back({{"face", face.face}, {"reason", face.reason.english()}});
    }
    if (scored.noEmbeddings) report.warn("no embeddings: " + scored.noEmbeddings->english());
    if (scored.noBrisque) report.warn("no BRISQUE: its model is missing (Debian package opencv-data).");
    report.say(std::to_string(scored.scored) + " of " + std::to_string(scored.faces) +
               " faces that were new or changed are measured.");
    report.result({{"faces", scored.faces},
                   {"scored", scored.scored},
                   {"unreadable", unreadable},
                   {"embeddings", !flags.noEmbeddings && !scored.noEmbeddings},
                   {"brisque", !scored.noBrisque},
                   {"stopped", scored.stopped}});
    return scored.stopped ? kStopped : kDone;
}

ExitCode findCopiesIn(const CurateFlags& flags, const Report& report, const std::stop_token& stop) {
    Project project = Project::open(pathFromUtf8(flags.project));
    ProgressLine progress("Comparing");
    const DuplicateReport found = findDuplicates(
        project, stop, [&](std::int64_t done, std::int64_t total) { progress.count(done, total); });
    progress.clear();
    noteUnscored(report, found.unscored, "scores");
    report.say(std::to_string(found.groups) + " groups of copies among " + std::to_string(found.faces) +
               " faces; of " + std::to_string(found.extra) +
               " faces a better copy is there (curate list duplicate:extra).");
    report.result({{"faces", found.faces},
                   {"unscored", found.unscored},
                   {"groups", found.groups},
                   {"extra", found.extra}});
    return kDone;
}

ExitCode findPeopleIn(const CurateFlags& flags, const Report& report, const std::stop_token& stop) {
    Project project = Project::open(pathFromUtf8(flags.project));
    ProgressLine progress("Comparing");
    const IdentityReport found = findIdentities(
        project, stop, [&](std::int64_t done, std::int64_t total) { progress.count(done, total); });
    progress.clear();
    noteUnscored(report, found.unscored, "embedding");
    const auto names = namesOf(project.database());
    json outliers = json::array();
    for (const PersonOutliers& one : found.outliers) {
        const std::string like = one.resembles ? ", most like " + names.at(*one.resembles) : "";
        report.say(std::to_string(one.faces.size()) + " faces of " + names.at(one.person) +
                   " are likely somebody else" + like + " (curate list outlier:yes).");
        outliers.push_back({{"person", names.at(one.person)},
                            {"faces", one.faces},
                            {"resembles", one.resembles ? json(names.at(*one.resembles)) : json()}});
    }
    report.say(std::to_string(found.groups) + " people, as far as " + std::to_string(found.faces) +
               " embeddings tell.");
    report.result({{"faces", found.faces},
                   {"unscored", found.unscored},
                   {"groups", found.groups},
                   {"outliers", outliers}});
    return kDone;
}

void sayHeatMap(const Report& report, const PersonCoverage& person) {
    std::string head = "  pitch \\ yaw";
    for (std::size_t x = 0; x < kYawColumns; ++x) {
        std::string text = fixed(kFirstYaw + kPoseStep * (static_cast<double>(x) + 0.5), 0);
        head += std::string(6 - std::min<std::size_t>(5, text.size()), ' ') + text;
    }
    report.say(head);
    for (std::size_t y = kPitchRows; y-- > 0;) {
        std::string line = fixed(kFirstPitch + kPoseStep * (static_cast<double>(y) + 0.5), 0);
        line.insert(0, 13 - std::min<std::size_t>(12, line.size()), ' ');
        for (const std::int64_t count : person.poses[y]) {
            const std::string text = count > 0 ? std::to_string(count) : ".";
            line += std::string(6 - std::min<std::size_t>(5, text.size()), ' ') + text;
        }
        report.say(line);
    }
}

ExitCode sayCoverage(const CurateFlags& flags, const Report& report) {
    const Project project = Project::open(pathFromUtf8(flags.project), Access::ReadOnly);
    json rows = json::array();
    for (const PersonCoverage& person : coverage(project.database())) {
        report.say(person.name + ": " + std::to_string(person.faces) + " faces, " +
                   std::to_string(person.measured) + " measured, " + std::to_string(person.posed) +
                   " of known pose");
        if (person.posed > 0) sayHeatMap(report, person);
        json holes = json::array();
        for (const CoverageHole& hole : person.holes) {
            report.say("  " + hole.message.english());
            holes.push_back(hole.message.english());
        }
        json aspects = json::object();
        for (const CoverageAspect& aspect : person.aspects)
            for (const CoverageShare& share : aspect.shares) aspects[aspect.key][share.label] = share.faces;
        rows.push_back({{"person", person.name},
                        {"faces", person.faces},
                        {"measured", person.measured},
                        {"posed", person.posed},
                        {"poses", person.poses},
                        {"aspects", aspects},
                        {"holes", holes}});
    }
    report.result(rows);
    return kDone;
}

ExitCode sayProposals(const CurateFlags& flags, const Report& report) {
    const Project project = Project::open(pathFromUtf8(flags.project), Access::ReadOnly);
    json rows = json::array();
    for (const Proposal& one : proposals(project.database())) {
        report.say(std::to_string(one.face) + "  " + one.reason.english());
        rows.push_back({{"face", one.face}, {"reason", one.reason.english()}});
    }
    report.say("Nothing was put aside; curate exclude \"id:NUMBER\" does.");
    report.result(rows);
    return kDone;
}

void sayFaces(Database& database, const std::vector<ListedFace>& listed, bool grouped, const Report& report) {
    std::map<std::int64_t, Face> byId;
    for (Face& face : faces(database, {.person = {}, .withExcluded = true})) byId[face.id] = std::move(face);
    const auto names = namesOf(database);
    json rows = json::array();
    std::optional<std::int64_t> group;
    for (const ListedFace& one : listed) {
        const Face& face = byId.at(one.face);
        if (grouped && group != one.group) {
            group = one.group;
            report.say("group " + std::to_string(one.group));
        }
        report.say(std::to_string(one.face) + "  " + names.at(face.person) + "  " + face.sourcePath);
        json row{{"face", one.face}, {"person", names.at(face.person)}, {"file", face.sourcePath}};
        if (grouped) row["group"] = one.group;
        rows.push_back(std::move(row));
    }
    report.result(rows);
}

ExitCode list(const CurateFlags& flags, const Report& report) {
    const FaceCondition condition = parseFaceQuery(queryOf(flags));
    const FaceOrder order = parseFaceOrder(flags.sort);
    const FaceGrouping grouping = parseFaceGrouping(flags.group);
    const Project project = Project::open(pathFromUtf8(flags.project), Access::ReadOnly);
    sayFaces(project.database(), listFaces(project.database(), condition, order, grouping),
             grouping.by != FaceGrouping::By::None, report);
    return kDone;
}

ExitCode best(const CurateFlags& flags, const Report& report) {
    const FaceCondition condition = parseFaceQuery(queryOf(flags));
    const Project project = Project::open(pathFromUtf8(flags.project), Access::ReadOnly);
    std::vector<ListedFace> listed;
    for (const std::int64_t face :
         bestFaces(project.database(), condition, static_cast<std::size_t>(flags.count)))
        listed.push_back({face, 0});
    sayFaces(project.database(), listed, false, report);
    return kDone;
}

ExitCode setExcluded(const CurateFlags& flags, const Report& report, bool excluded) {
    FaceCondition state, wanted;
    state.kind = FaceCondition::Kind::Excluded;
    wanted.parts = {parseFaceQuery(queryOf(flags))};
    if (!excluded) wanted.parts.push_back(state);
    Project project = Project::open(pathFromUtf8(flags.project));
    const auto ids = facesOf(project.database(), wanted);
    excludeFaces(project.database(), ids, excluded);
    report.say(std::to_string(ids.size()) + (excluded ? " faces put aside." : " faces brought back."));
    report.result({{"faces", ids}});
    return kDone;
}

ExitCode move(const CurateFlags& flags, const Report& report) {
    const FaceCondition condition = parseFaceQuery(queryOf(flags));
    Project project = Project::open(pathFromUtf8(flags.project));
    const auto ids = facesOf(project.database(), condition);
    if (!ids.empty()) {
        Transaction transaction(project.database());
        moveFaces(project.database(), ids, ensurePerson(project.database(), flags.to));
        transaction.commit();
    }
    report.say(std::to_string(ids.size()) + " faces given to " + flags.to + ".");
    report.result({{"faces", ids}, {"person", flags.to}});
    return kDone;
}

ExitCode takeBack(const CurateFlags& flags, const Report& report, bool again) {
    Project project = Project::open(pathFromUtf8(flags.project));
    const auto edit = again ? redoFaceEdit(project.database()) : undoFaceEdit(project.database());
    if (!edit)
        throw Error(ErrorCode::NotFound, again ? VISAGIST_TEXT("There is nothing to do again.")
                                               : VISAGIST_TEXT("There is nothing to take back."));
    report.say((again ? "Done again: " : "Taken back: ") + edit->label.english() + ".");
    report.result({{"edit", edit->id}, {"faces", edit->faces}, {"label", edit->label.english()}});
    return kDone;
}

ExitCode split(const CurateFlags& flags, const Report& report) {
    Project project = Project::open(pathFromUtf8(flags.project));
    DataOptions options;
    options.validation = flags.validation;
    options.test = flags.test;
    Dataset dataset = makeDataset(project.database(), {}, options);
    if (dataset.faces.empty())
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("%1 has no faces to divide. Import pictures first."), {flags.project});
    dataset.id = insertDataset(project.database(), dataset);
    const auto count = [&](Split side) {
        return std::ranges::count(dataset.faces, side, &DatasetFace::split);
    };
    report.say("Dataset " + std::to_string(dataset.id) + ": " + std::to_string(count(Split::Train)) +
               " faces to train on, " + std::to_string(count(Split::Validation)) + " for validation, " +
               std::to_string(count(Split::Test)) + " for the test.");
    report.result({{"dataset", dataset.id},
                   {"train", count(Split::Train)},
                   {"validation", count(Split::Validation)},
                   {"test", count(Split::Test)}});
    return kDone;
}

}  // namespace

ExitCode perform(const CurateFlags& flags, const Report& report, std::stop_token stop) {
    switch (flags.action) {
        case CurateAction::Score:
            return score(flags, report, stop);
        case CurateAction::Duplicates:
            return findCopiesIn(flags, report, stop);
        case CurateAction::Identities:
            return findPeopleIn(flags, report, stop);
        case CurateAction::Coverage:
            return sayCoverage(flags, report);
        case CurateAction::Proposals:
            return sayProposals(flags, report);
        case CurateAction::Best:
            return best(flags, report);
        case CurateAction::List:
            return list(flags, report);
        case CurateAction::Exclude:
            return setExcluded(flags, report, true);
        case CurateAction::Include:
            return setExcluded(flags, report, false);
        case CurateAction::Move:
            return move(flags, report);
        case CurateAction::Split:
            return split(flags, report);
        case CurateAction::Undo:
            return takeBack(flags, report, false);
        case CurateAction::Redo:
            return takeBack(flags, report, true);
    }
    return kWrongUse;
}

}  // namespace visagist::cli
