#include "app/cli/parser.h"

namespace visagist::cli {

void addCheckpointCommands(CLI::App& app, Command& command) {
    auto flags = std::make_shared<CheckpointFlags>();
    CLI::App* list = addCommand(app, command, "checkpoints", "List, verify or delete checkpoints", flags);
    list->add_option("PROJECT", flags->project, "The project file")->required();
    CLI::Option* verify = list->add_flag("--verify", flags->verify, "Read each and check its hashes");
    list->add_option("--delete", flags->remove, "Delete the checkpoint of this number")->excludes(verify);

    auto weights = std::make_shared<ExportFlags>();
    CLI::App* sub = addCommand(app, command, "export", "Write a checkpoint's weights as safetensors", weights,
                               OnStop::EndAtOnce);
    sub->add_option("PROJECT", weights->project, "The project file")->required();
    sub->add_option("--out", weights->out, "File to write (.safetensors)")->required();
    sub->add_option("--checkpoint", weights->checkpoint, "Number of the checkpoint (default: newest whole)");
    sub->add_option("--part", weights->part, "ema: the averaged generator, which makes the pictures")
        ->check(CLI::IsMember({"ema", "generator", "discriminator"}))
        ->capture_default_str();
}

}  // namespace visagist::cli
