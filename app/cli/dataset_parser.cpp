#include "app/cli/parser.h"

namespace visagist::cli {

namespace {

CLI::App* add(CLI::App& dataset, Command& command, const char* name, const char* help,
              const std::shared_ptr<DatasetFlags>& flags, DatasetAction action) {
    flags->action = action;
    const bool isLong = action == DatasetAction::Export || action == DatasetAction::Import;
    CLI::App* sub = isLong ? addCommand(dataset, command, name, help, flags)
                           : addCommand(dataset, command, name, help, flags, OnStop::EndAtOnce);
    sub->add_option("PROJECT", flags->project, "The project file")->required();
    return sub;
}

}  // namespace

void addSplitShares(CLI::App& command, double& validation, double& test) {
    command.add_option("--validation-share", validation, "Share of each person's faces for validation")
        ->check(CLI::Range(0.0, 0.5))
        ->capture_default_str();
    command.add_option("--test-share", test, "Share of each person's faces for the test")
        ->check(CLI::Range(0.0, 0.5))
        ->capture_default_str();
}

void addDatasetCommands(CLI::App& app, Command& command) {
    CLI::App* dataset =
        app.add_subcommand("dataset", "Versions of a project's faces: what runs were trained on, and yours");
    dataset->require_subcommand(1);

    add(*dataset, command, "list", "List the versions, newest first", std::make_shared<DatasetFlags>(),
        DatasetAction::List);

    auto save = std::make_shared<DatasetFlags>();
    CLI::App* sub = add(*dataset, command, "save", "Keep the faces as they are now, divided, under a name",
                        save, DatasetAction::Save);
    sub->add_option("NAME", save->name, "Name of the version")->required();
    sub->add_option("--note", save->note, "A line about it");
    addSplitShares(*sub, save->validation, save->test);

    auto difference = std::make_shared<DatasetFlags>();
    sub = add(*dataset, command, "diff", "What changed from one version to another", difference,
              DatasetAction::Difference);
    sub->add_option("VERSION", difference->version, "Its number")->required();
    sub->add_option("OTHER", difference->other, "Number of the other (default: the faces as they are now)");

    auto revert = std::make_shared<DatasetFlags>();
    sub =
        add(*dataset, command, "revert", "Put the faces back to what they were; curate undo takes that back",
            revert, DatasetAction::Revert);
    sub->add_option("VERSION", revert->version, "Its number")->required();

    auto out = std::make_shared<DatasetFlags>();
    sub = add(*dataset, command, "export", "Write the aligned faces with all that is known of them", out,
              DatasetAction::Export);
    sub->add_option("--version", out->exported, "Number of the version (default: the faces as they are now)");
    auto* where = sub->add_option_group("where to");
    where->add_option("--dvc", out->dvc, "A new folder of pictures that DVC tracks");
    where->add_option("--shards", out->shards, "A new folder of tar files, as WebDataset reads them");
    where->require_option(1);
    sub->add_option("--faces-per-shard", out->facesPerShard, "Faces in a tar file")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();

    auto in = std::make_shared<DatasetFlags>();
    sub = add(*dataset, command, "import", "Take in what dataset export wrote: a folder, or tar files", in,
              DatasetAction::Import);
    sub->add_option("FROM", in->from, "The folder, or one tar file")->required();
}

}  // namespace visagist::cli
