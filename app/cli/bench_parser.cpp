#include "app/cli/parser.h"

namespace visagist::cli {

void addBenchCommands(CLI::App& app, Command& command) {
    CLI::App* bench = app.add_subcommand("bench", "Measure: quality of fusions, detection of faces");
    bench->require_subcommand(1);

    auto flags = std::make_shared<QualityFlags>();
    CLI::App* sub =
        addCommand(*bench, command, "quality", "A demo project's network against the true faces", flags);
    sub->add_option("PROJECT", flags->project, "A demo project's file");
    sub->add_option("--out", flags->out, "Or the folder given to visagist-cli demo");
    sub->add_option("--checkpoint", flags->checkpoint, "Number of the checkpoint (default: newest whole)");
    sub->add_option("--contents", flags->contents, "Held-out pictures of each person that drive")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();

    auto found = std::make_shared<DetectFlags>();
    sub = addCommand(*bench, command, "detect", "Face detection on public test pictures with known faces",
                     found, OnStop::EndAtOnce);
    sub->add_option("--data", found->data, "Folder with landmarks/, photos/ and orl/")
        ->envname("VISAGIST_TEST_DATA")
        ->capture_default_str();
    sub->add_option("--picture", found->picture, "PNG file to draw what was found into")
        ->capture_default_str();
}

}  // namespace visagist::cli
