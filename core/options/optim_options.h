// How the weights move.
#pragma once
#include <array>

#include "core/base/error.h"
#include "core/base/field.h"

namespace visagist {

enum class OptimizerKind { Adam, AdamW, AdaBelief, Lion };
inline std::span<const Choice> choicesOf(OptimizerKind) {
    static constexpr std::array<Choice, 4> choices{
        {{"adam", "Adam"}, {"adamw", "AdamW"}, {"adabelief", "AdaBelief"}, {"lion", "Lion"}}};
    return choices;
}

enum class Decay { Cosine, Linear, Constant };
inline std::span<const Choice> choicesOf(Decay) {
    static constexpr std::array<Choice, 3> choices{{{"cosine", VISAGIST_TEXT("Cosine")},
                                                    {"linear", VISAGIST_TEXT("Linear")},
                                                    {"constant", VISAGIST_TEXT("Constant")}}};
    return choices;
}

struct OptimOptions {
    OptimizerKind kind = OptimizerKind::Adam;
    double learningRate = 2e-4;
    double beta1 = 0.5;
    double beta2 = 0.999;
    Decay decay = Decay::Cosine;
    double decayFrom = 0;
    double finalShare = 0.1;
    int restarts = 0;
    int warmupSteps = 0;
    double weightDecay = 0.01;
    int accumulation = 1;
    double clipNorm = 0;
    double emaHalfLife = 5000;
    bool freezeEncoder = false;
    bool freezeDecoder = false;
    bool freezePeople = false;
    bool operator==(const OptimOptions&) const = default;

    static constexpr const char* section() { return VISAGIST_TEXT("Optimiser"); }
    static constexpr auto fields() {
        using O = OptimOptions;
        return std::tuple{
            Field<O, double>{
                &O::learningRate, "learning_rate", VISAGIST_TEXT("Learning rate"),
                VISAGIST_TEXT("How far a step moves the weights. Lion needs a third to a tenth of "
                              "what Adam needs."),
                1e-7, 0.1, kLive | kLogarithmic},
            Field<O, OptimizerKind>{&O::kind,
                                    "optimizer",
                                    VISAGIST_TEXT("Optimiser"),
                                    VISAGIST_TEXT("What turns gradients into steps of the weights."),
                                    {},
                                    {},
                                    kAdvanced},
            Field<O, double>{&O::beta1, "beta1", VISAGIST_TEXT("Beta 1"),
                             VISAGIST_TEXT("How long the optimiser remembers the direction of the gradient."),
                             0, 0.9999, kAdvanced},
            Field<O, double>{&O::beta2, "beta2", VISAGIST_TEXT("Beta 2"),
                             VISAGIST_TEXT("How long the optimiser remembers the size of the gradient."), 0,
                             0.99999, kAdvanced},
            Field<O, double>{&O::weightDecay, "weight_decay", VISAGIST_TEXT("Weight decay"),
                             VISAGIST_TEXT("How strongly weights are drawn to zero; AdamW and Lion only."), 0,
                             1, kAdvanced},
            Field<O, Decay>{&O::decay,
                            "decay",
                            VISAGIST_TEXT("Decay"),
                            VISAGIST_TEXT("How the learning rate falls towards the end of the run."),
                            {},
                            {},
                            kAdvanced},
            Field<O, double>{&O::decayFrom, "decay_from", VISAGIST_TEXT("Decay begins at"),
                             VISAGIST_TEXT("Share of the run after which the learning rate begins to fall."),
                             0, 1, kAdvanced},
            Field<O, double>{&O::finalShare, "final_share", VISAGIST_TEXT("Final rate"),
                             VISAGIST_TEXT("The learning rate at the end, as a share of the highest."), 0, 1,
                             kAdvanced},
            Field<O, int>{&O::restarts, "restarts", VISAGIST_TEXT("Restarts"),
                          VISAGIST_TEXT("How often the learning rate jumps back up and falls anew."), 0, 100,
                          kAdvanced},
            Field<O, int>{&O::warmupSteps, "warmup_steps", VISAGIST_TEXT("Warm-up"),
                          VISAGIST_TEXT("Steps over which the learning rate rises at the start."), 0, 100000,
                          kAdvanced, VISAGIST_TEXT("steps")},
            Field<O, int>{&O::accumulation, "accumulation", VISAGIST_TEXT("Accumulation"),
                          VISAGIST_TEXT("Batches whose gradients are added before the weights move: a larger "
                                        "batch in the same memory."),
                          1, 64, kAdvanced, VISAGIST_TEXT("batches")},
            Field<O, double>{&O::clipNorm, "clip_norm", VISAGIST_TEXT("Gradient clip"),
                             VISAGIST_TEXT("Gradients longer than this are shortened to it. 0 is off."), 0,
                             1e6, kLive | kAdvanced},
            Field<O, double>{&O::emaHalfLife, "ema_half_life", VISAGIST_TEXT("Averaging half-life"),
                             VISAGIST_TEXT("Faces after which half of the averaged weights (EMA) is new."), 0,
                             1e6, kAdvanced, VISAGIST_TEXT("faces")},
            Field<O, bool>{&O::freezeEncoder, "freeze_encoder", VISAGIST_TEXT("Freeze the encoder"),
                           VISAGIST_TEXT("The encoder's weights stay as they are."), false, true,
                           kLive | kAdvanced},
            Field<O, bool>{&O::freezeDecoder, "freeze_decoder", VISAGIST_TEXT("Freeze the decoder"),
                           VISAGIST_TEXT("What all people share in the decoder stays as it is."), false, true,
                           kLive | kAdvanced},
            Field<O, bool>{&O::freezePeople, "freeze_people", VISAGIST_TEXT("Freeze the people"),
                           VISAGIST_TEXT("The people's own maps and style codes stay as they are."), false,
                           true, kLive | kAdvanced}};
    }
};

}  // namespace visagist
