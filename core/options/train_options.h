// How long a run goes, on what, and how often it shows and saves.
#pragma once
#include <array>
#include <cstdint>

#include "core/base/error.h"
#include "core/base/field.h"

namespace visagist {

enum class Device { Auto, Cpu, Cuda };
inline std::span<const Choice> choicesOf(Device) {
    static constexpr std::array<Choice, 3> choices{{{"auto", VISAGIST_TEXT("Automatic")},
                                                    {"cpu", VISAGIST_TEXT("Processor")},
                                                    {"cuda", VISAGIST_TEXT("Graphics card")}}};
    return choices;
}

enum class Precision { Auto, Fp32, Bf16, Fp16 };
inline std::span<const Choice> choicesOf(Precision) {
    static constexpr std::array<Choice, 4> choices{
        {{"auto", VISAGIST_TEXT("Automatic")}, {"fp32", "fp32"}, {"bf16", "bf16"}, {"fp16", "fp16"}}};
    return choices;
}

/// The stage that a person wants, or the schedule's.
enum class StageWish { Auto, Shape, Mix, Detail };
inline std::span<const Choice> choicesOf(StageWish) {
    static constexpr std::array<Choice, 4> choices{{{"auto", VISAGIST_TEXT("Automatic")},
                                                    {"shape", VISAGIST_TEXT("Shape")},
                                                    {"mix", VISAGIST_TEXT("Mix")},
                                                    {"detail", VISAGIST_TEXT("Detail")}}};
    return choices;
}

struct TrainOptions {
    std::int64_t steps = 20000;
    double minutes = 0;
    std::int64_t seed = 1;
    Device device = Device::Auto;
    Precision precision = Precision::Auto;
    std::int64_t reportEvery = 10;
    std::int64_t sampleEvery = 200;
    std::int64_t saveEvery = 1000;
    int keepLast = 5;
    StageWish stage = StageWish::Auto;
    double mixturesFrom = 0.2;
    double detailFrom = 0.7;
    int patience = 0;
    int rollbacks = 3;
    bool operator==(const TrainOptions&) const = default;

    static constexpr const char* section() { return VISAGIST_TEXT("Run"); }
    static constexpr auto fields() {
        using O = TrainOptions;
        constexpr std::int64_t many = 100'000'000;
        return std::tuple{
            Field<O, std::int64_t>{&O::steps, "steps", VISAGIST_TEXT("Steps"),
                                   VISAGIST_TEXT("How many steps the whole run has."), 1, many, kLive,
                                   VISAGIST_TEXT("steps")},
            Field<O, double>{
                &O::minutes, "minutes", VISAGIST_TEXT("Time limit"),
                VISAGIST_TEXT("The run ends after this training time, if it comes before the last step; "
                              "stages and learning rate follow the clock. 0 is no limit."),
                0, 1e6, kAdvanced, VISAGIST_TEXT("min")},
            Field<O, Device>{&O::device, "device", VISAGIST_TEXT("Device"),
                             VISAGIST_TEXT("What trains: the graphics card where there is one.")},
            Field<O, Precision>{
                &O::precision, "precision", VISAGIST_TEXT("Mixed precision"),
                VISAGIST_TEXT("bf16 and fp16 halve the memory and are several times faster on hardware made "
                              "for them. Automatic takes bf16 there and fp32 elsewhere.")},
            Field<O, std::int64_t>{&O::sampleEvery, "sample_every", VISAGIST_TEXT("Sample every"),
                                   VISAGIST_TEXT("Steps between two sample grids."), 1, many, kLive,
                                   VISAGIST_TEXT("steps")},
            Field<O, std::int64_t>{&O::saveEvery, "save_every", VISAGIST_TEXT("Save every"),
                                   VISAGIST_TEXT("Steps between two checkpoints."), 1, many, kLive,
                                   VISAGIST_TEXT("steps")},
            Field<O, int>{&O::keepLast, "keep_last", VISAGIST_TEXT("Keep last"),
                          VISAGIST_TEXT("Older checkpoints of this run beyond this number go, unless starred "
                                        "or of the lowest validation loss."),
                          1, 10000, kLive | kAdvanced, VISAGIST_TEXT("checkpoints")},
            Field<O, std::int64_t>{&O::reportEvery, "report_every", VISAGIST_TEXT("Report every"),
                                   VISAGIST_TEXT("Steps between two points of the plots."), 1, many,
                                   kLive | kAdvanced, VISAGIST_TEXT("steps")},
            Field<O, StageWish>{
                &O::stage,
                "stage",
                VISAGIST_TEXT("Stage"),
                VISAGIST_TEXT(
                    "Shape trains reconstructions, Mix fusions too, Detail without warp and with the "
                    "discriminator. Automatic goes through them by the shares below."),
                {},
                {},
                kLive},
            Field<O, double>{
                &O::mixturesFrom, "mixtures_from", VISAGIST_TEXT("Fusions begin at"),
                VISAGIST_TEXT("Share of the run after which fusions are trained beside reconstructions."), 0,
                1, kAdvanced},
            Field<O, double>{
                &O::detailFrom, "detail_from", VISAGIST_TEXT("Detail begins at"),
                VISAGIST_TEXT("Share of the run after which the warp is off and the discriminator comes in."),
                0, 1, kAdvanced},
            Field<O, int>{
                &O::patience, "patience", VISAGIST_TEXT("Patience"),
                VISAGIST_TEXT("After so many sample grids without a better validation loss the next "
                              "stage begins, and in the last one the run ends. 0 is never."),
                0, 10000, kLive | kAdvanced, VISAGIST_TEXT("samples")},
            Field<O, int>{
                &O::rollbacks, "rollbacks", VISAGIST_TEXT("Roll-backs"),
                VISAGIST_TEXT("How often a run that went wrong goes back to its last checkpoint, with "
                              "half the learning rate, before it gives up."),
                0, 100, kLive | kAdvanced},
            Field<O, std::int64_t>{
                &O::seed, "seed", VISAGIST_TEXT("Seed"),
                VISAGIST_TEXT("The same seed, faces and options give the same run on the processor."), 0,
                many, kAdvanced}};
    }
};

}  // namespace visagist
