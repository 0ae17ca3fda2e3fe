// What can be asked of visagist-cli: one struct a command, as the parser leaves it and the library of
// commands takes it.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/fuse/merge.h"
#include "core/options/import_options.h"
#include "core/options/recipe.h"

namespace visagist::cli {

/// Option key → value as typed; only what was given.
using TypedOptions = std::map<std::string, std::string>;

struct NewFlags {
    std::string project;
    int cropSize = 256;
};

struct ImportFlags {
    std::string project, person;
    std::vector<std::string> paths;
    bool aligned = false, again = false;
    ImportOptions options;
};

struct TrainFlags {
    std::string project, preset = "sketch", name;
    std::vector<std::string> people;
    std::optional<std::int64_t> stopAfter, startFrom;
    std::string startProject;
    bool estimate = false;  ///< say what it would need, and train nothing
    TypedOptions typed;
    Recipe recipe;  ///< the preset with what was typed, see readValues()
};

struct RateFlags {
    std::string project, preset = "sketch";
    std::vector<std::string> people;
    TypedOptions typed;
    Recipe recipe;  ///< the preset with what was typed, see readValues()
};

struct ResumeFlags {
    std::string project;
    std::optional<std::int64_t> run, checkpoint;
    TypedOptions typed;
};

enum class DatasetAction { List, Save, Difference, Revert, Export, Import };

struct DatasetFlags {
    DatasetAction action = DatasetAction::List;
    std::string project, name, note;
    std::int64_t version = 0;
    std::optional<std::int64_t> other;  ///< what it is compared with; nothing: the faces as they are now
    double validation = 0.15, test = 0.15;
    std::optional<std::int64_t> exported;  ///< the version; nothing: the faces as they are now
    std::string dvc, shards, from;         ///< folders to write, one of the two; what is taken in
    int facesPerShard = 1000;
};

enum class CurateAction {
    Score,
    Duplicates,
    Identities,
    Coverage,
    Proposals,
    Best,
    List,
    Exclude,
    Include,
    Move,
    Split,
    Undo,
    Redo
};

struct CurateFlags {
    CurateAction action = CurateAction::List;
    std::string project;
    std::vector<std::string> query;  ///< words of it; put together with spaces
    std::string sort = "added", group = "none", to;
    bool noEmbeddings = false;  ///< score
    int count = 100;            ///< best
    double validation = 0.15, test = 0.15;
};

struct CheckpointFlags {
    std::string project;
    bool verify = false;
    std::optional<std::int64_t> remove;
};

struct ExportFlags {
    std::string project, out, part = "ema";
    std::optional<std::int64_t> checkpoint;
};

struct FuseFlags {
    std::string project, driver, out;
    std::vector<std::string> weights, shape, features, texture;
    std::optional<std::int64_t> checkpoint;
    std::optional<int> face;
    bool aligned = false, merge = false;
    MergeOptions mergeOptions;
};

struct DoctorFlags {
    std::string project;  ///< empty: the machine only
};

struct DemoFlags {
    std::string out;
    double minutes = 5;  ///< of training; 0 makes the project only
    int people = 3, faces = 200;
    std::int64_t seed = 1;
    std::string preset = "sketch";
    TypedOptions typed;
    Recipe recipe;  ///< the preset with what was typed and minutes and seed, see readValues()
};

struct QualityFlags {
    std::string project, out;  ///< one of the two
    std::optional<std::int64_t> checkpoint;
    int contents = 24;  ///< held-out contents a driver
};

struct CurateBenchFlags {
    std::string data = "../shared/data", picture = "detections.png";
    std::vector<std::string> detectors;  ///< keys of DetectorKind; empty: all whose files are there
    int demoFaces = 200, turns = 3;
    int faces = 100'000;  ///< among which copies are looked for
    std::vector<std::string> parts{"detectors", "identity", "duplicates", "grid"};
    std::string python, script = "tests/bench/detect_peer.py",
                        identityScript = "tests/bench/identity_peer.py";
};

struct MetricsBenchFlags {
    std::string data = "../shared/data";
    int demoFaces = 2000, portraits = 300;  ///< at most so many of either set
    std::string python, script = "tests/bench/metrics_peer.py";
};

struct PlotsBenchFlags {
    std::int64_t points = 2'000'000;  ///< of each of six curves
};

struct TrainBenchFlags {
    std::vector<std::string> presets{"sketch", "draft"};
    std::int64_t steps = 50;
    int batch = 0;  ///< 0: the preset's
    bool compile = false;
    std::string python, script = "tests/bench/train_peer.py";
};

struct LoaderBenchFlags {
    std::string preset = "sketch";
    std::int64_t steps = 20;
    int batch = 0;  ///< 0: the preset's
};

using Request =
    std::variant<NewFlags, ImportFlags, TrainFlags, RateFlags, ResumeFlags, CheckpointFlags, ExportFlags,
                 FuseFlags, DoctorFlags, DemoFlags, QualityFlags, TrainBenchFlags, LoaderBenchFlags,
                 CurateFlags, CurateBenchFlags, MetricsBenchFlags, PlotsBenchFlags, DatasetFlags>;

}  // namespace visagist::cli
