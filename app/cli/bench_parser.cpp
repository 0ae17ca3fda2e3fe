#include "app/cli/parser.h"

namespace visagist::cli {

namespace {

constexpr std::int64_t kMostSteps = 100'000;

void addSpeedCommands(CLI::App& bench, Command& command) {
    auto steps = std::make_shared<TrainBenchFlags>();
    CLI::App* sub = addCommand(bench, command, "train",
                               "Training steps a second, against the same steps in Python's PyTorch", steps);
    sub->add_option("--preset", steps->presets, "Presets, as a,b or several times")
        ->delimiter(',')
        ->capture_default_str();
    sub->add_option("--steps", steps->steps, "Steps, divided among the stages as in a run")
        ->check(CLI::Range(std::int64_t{3}, kMostSteps))
        ->capture_default_str();
    sub->add_option("--batch", steps->batch, "Faces a step (0: the preset's)")->check(CLI::Range(0, 256));
    sub->add_flag("--compile", steps->compile, "Against torch.compile too, which takes minutes to begin");
    sub->add_option("--python", steps->python, "A Python that has torch, numpy and safetensors")
        ->envname("VISAGIST_BENCH_PYTHON");
    sub->add_option("--script", steps->script, "The same step in Python")->capture_default_str();

    auto loader = std::make_shared<LoaderBenchFlags>();
    sub = addCommand(bench, command, "loader", "Batches that the loader makes, against what training takes",
                     loader);
    sub->add_option("--preset", loader->preset, "Preset")->capture_default_str();
    sub->add_option("--steps", loader->steps, "Steps to measure")
        ->check(CLI::Range(std::int64_t{3}, kMostSteps))
        ->capture_default_str();
    sub->add_option("--batch", loader->batch, "Faces a step (0: the preset's)")->check(CLI::Range(0, 256));
}

void addCurateCommand(CLI::App& bench, Command& command) {
    auto flags = std::make_shared<CurateBenchFlags>();
    CLI::App* sub = addCommand(
        bench, command, "curate",
        "Detectors, people told apart, copies among very many faces; against the same in Python", flags);
    sub->alias("detect");
    sub->add_option("--data", flags->data, "Folder with landmarks/, photos/ and orl/")
        ->envname("VISAGIST_TEST_DATA")
        ->capture_default_str();
    sub->add_option("--picture", flags->picture, "PNG file to draw what the first detector found into")
        ->capture_default_str();
    sub->add_option("--detectors", flags->detectors, "Which, as a,b (default: all whose files are there)")
        ->delimiter(',');
    sub->add_option("--demo-faces", flags->demoFaces, "Demo faces, yaw from -75 to 75 degrees")
        ->check(CLI::Range(0, 100'000))
        ->capture_default_str();
    sub->add_option("--turns", flags->turns, "How often each photograph is timed")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    sub->add_option("--parts", flags->parts, "What is measured, as a,b")
        ->delimiter(',')
        ->check(CLI::IsMember({"detectors", "identity", "duplicates", "grid"}))
        ->capture_default_str();
    sub->add_option("--faces", flags->faces,
                    "Faces among which copies are looked for, and of the wall that is scrolled")
        ->check(CLI::Range(100, 1'000'000))
        ->capture_default_str();
    sub->add_option("--python", flags->python, "A Python that has dlib, facenet-pytorch, torch and Pillow")
        ->envname("VISAGIST_BENCH_PYTHON");
    sub->add_option("--script", flags->script, "The detectors in Python")->capture_default_str();
    sub->add_option("--identity-script", flags->identityScript, "People told apart in Python")
        ->capture_default_str();
}

void addMetricsCommand(CLI::App& bench, Command& command) {
    auto flags = std::make_shared<MetricsBenchFlags>();
    CLI::App* sub =
        addCommand(bench, command, "metrics",
                   "Distances between sets of pictures (FID, KID), against the packages of PyPI", flags);
    sub->add_option("--data", flags->data, "Folder with orl/, the portraits of one set")
        ->envname("VISAGIST_TEST_DATA")
        ->capture_default_str();
    sub->add_option("--portraits", flags->portraits, "Portraits of one set, at most")
        ->check(CLI::Range(2, 100'000))
        ->capture_default_str();
    sub->add_option("--demo-faces", flags->demoFaces, "Demo faces of the other")
        ->check(CLI::Range(2, 100'000))
        ->capture_default_str();
    sub->add_option("--python", flags->python,
                    "A Python that has torch, torchvision, pytorch-fid, torch-fidelity and safetensors")
        ->envname("VISAGIST_BENCH_PYTHON");
    sub->add_option("--script", flags->script, "The same in Python")->capture_default_str();
}

void addPlotsCommand(CLI::App& bench, Command& command) {
    auto flags = std::make_shared<PlotsBenchFlags>();
    addCommand(bench, command, "plots", "Redrawing the curves of a very long run", flags)
        ->add_option("--points", flags->points, "Points of each of six curves")
        ->check(CLI::Range(std::int64_t{100}, std::int64_t{100'000'000}))
        ->capture_default_str();
}

}  // namespace

void addBenchCommands(CLI::App& app, Command& command) {
    CLI::App* bench = app.add_subcommand("bench", "Measure: quality of fusions, detection of faces, speed");
    bench->require_subcommand(1);

    auto flags = std::make_shared<QualityFlags>();
    CLI::App* sub = addCommand(
        *bench, command, "quality",
        "A network's faces: a demo project's against the truth, others' judged by likeness", flags);
    sub->add_option("PROJECT", flags->project, "The project's file");
    sub->add_option("--out", flags->out, "Or the folder given to visagist-cli demo");
    sub->add_option("--checkpoint", flags->checkpoint, "Number of the checkpoint (default: newest whole)");
    sub->add_option("--contents", flags->contents,
                    "Held-out pictures of each person that drive (demo projects)")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();

    addCurateCommand(*bench, command);
    addMetricsCommand(*bench, command);
    addPlotsCommand(*bench, command);
    addSpeedCommands(*bench, command);
}

}  // namespace visagist::cli
