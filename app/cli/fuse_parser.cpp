#include "app/cli/parser.h"

namespace visagist::cli {

void addFuseCommand(CLI::App& app, Command& command) {
    auto flags = std::make_shared<FuseFlags>();
    CLI::App* sub = addCommand(app, command, "fuse", "Fuse people into one face, driven by a picture", flags,
                               OnStop::EndAtOnce);
    sub->add_option("PROJECT", flags->project, "The project file")->required();
    sub->add_option("--driver", flags->driver, "Picture whose pose, expression and light the face takes")
        ->required();
    sub->add_option("--weights", flags->weights,
                    "How much of each person, on any scale, as Ada=50,Ben=50; who is not named has none");
    sub->add_option("--shape", flags->shape, "Other weights for the shape");
    sub->add_option("--features", flags->features, "Other weights for the features");
    sub->add_option("--texture", flags->texture, "Other weights for the texture");
    sub->add_option("--out", flags->out, "PNG file to write")->required();
    sub->add_option("--checkpoint", flags->checkpoint, "Number of the checkpoint (default: newest whole)");
    CLI::Option* aligned =
        sub->add_flag("--aligned", flags->aligned, "The driver is an aligned face already, not a photo");
    sub->add_option("--face", flags->face, "Which face of the driver, from left to right (default: largest)")
        ->check(CLI::PositiveNumber)
        ->excludes(aligned);
    CLI::Option* merge = sub->add_flag("--merge", flags->merge, "Lay the fused face back into the driver");
    sub->add_option("--strength", flags->mergeOptions.strength, "Of the merge, 0 … 1")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->needs(merge);
    sub->add_option("--feather", flags->mergeOptions.feather,
                    "Soft edge of the merge, share of the face's width")
        ->check(CLI::Range(0.0, 0.5))
        ->capture_default_str()
        ->needs(merge);
}

}  // namespace visagist::cli
