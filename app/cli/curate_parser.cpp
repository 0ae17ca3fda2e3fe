#include "app/cli/parser.h"

namespace visagist::cli {

namespace {

constexpr const char* kQueryHelp =
    "Which faces, as person:ada sharp>0.4 yaw:-20..20 duplicate:no, with or, not and parentheses (default: "
    "all)";

std::shared_ptr<CurateFlags> flagsFor(CurateAction action) {
    auto flags = std::make_shared<CurateFlags>();
    flags->action = action;
    return flags;
}

CLI::App* add(CLI::App& curate, Command& command, const char* name, const char* help,
              const std::shared_ptr<CurateFlags>& flags) {
    CLI::App* sub = addCommand(curate, command, name, help, flags);
    sub->add_option("PROJECT", flags->project, "The project file")->required();
    return sub;
}

CLI::Option* addQuery(CLI::App* sub, const std::shared_ptr<CurateFlags>& flags) {
    // A term may begin with a minus: what stands behind "--" is never a flag.
    return sub->add_option("QUERY", flags->query, kQueryHelp);
}

void addMeasures(CLI::App& curate, Command& command) {
    auto score = flagsFor(CurateAction::Score);
    add(curate, command, "score", "Measure the faces that are new or changed: sharpness, pose, light …",
        score)
        ->add_flag("--no-embeddings", score->noEmbeddings, "Not who each face is, which takes longest");
    add(curate, command, "duplicates", "Find faces that show the same picture",
        flagsFor(CurateAction::Duplicates));
    add(curate, command, "identities", "Find faces that are somebody else than their person",
        flagsFor(CurateAction::Identities));
    add(curate, command, "coverage", "Which poses, lights and expressions are there, and which are missing",
        flagsFor(CurateAction::Coverage));
    add(curate, command, "proposals", "Faces that one may want to put aside, with the reason",
        flagsFor(CurateAction::Proposals));
}

void addChanges(CLI::App& curate, Command& command) {
    auto exclude = flagsFor(CurateAction::Exclude);
    addQuery(add(curate, command, "exclude", "Put faces aside; they stay in the project", exclude), exclude)
        ->required();
    auto include = flagsFor(CurateAction::Include);
    addQuery(add(curate, command, "include", "Bring back faces that were put aside", include), include)
        ->required();
    auto move = flagsFor(CurateAction::Move);
    CLI::App* sub = add(curate, command, "move", "Give faces to another person", move);
    addQuery(sub, move)->required();
    sub->add_option("--to", move->to, "The person, made where there is none of that name")->required();
    auto split = flagsFor(CurateAction::Split);
    sub = add(curate, command, "split",
              "Divide the faces into training, validation and test; copies stay on one side", split);
    addSplitShares(*sub, split->validation, split->test);
    add(curate, command, "undo", "Take back the last change of faces", flagsFor(CurateAction::Undo));
    add(curate, command, "redo", "Do again what was taken back", flagsFor(CurateAction::Redo));
}

}  // namespace

void addCurateCommands(CLI::App& app, Command& command) {
    CLI::App* curate =
        app.add_subcommand("curate", "Measure, find, sort out and divide the faces of a project");
    curate->require_subcommand(1);
    addMeasures(*curate, command);

    auto list = flagsFor(CurateAction::List);
    CLI::App* sub = add(*curate, command, "list", "List faces: number, person, photograph", list);
    addQuery(sub, list);
    sub->add_option("--sort", list->sort, "added, person, file, time or a score; -sharp: from high to low")
        ->capture_default_str();
    sub->add_option("--group", list->group, "none, person, identity, duplicate or pose")
        ->capture_default_str();

    auto best = flagsFor(CurateAction::Best);
    sub = add(*curate, command, "best", "The sharpest faces of each pose, without copies", best);
    addQuery(sub, best);
    sub->add_option("--count", best->count, "How many")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();

    addChanges(*curate, command);
}

}  // namespace visagist::cli
