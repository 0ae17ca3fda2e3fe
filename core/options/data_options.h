// How faces are fed to training.
#pragma once
#include "core/base/error.h"
#include "core/base/field.h"

namespace visagist {

struct DataOptions {
    int batchSize = 8;
    int workers = 4;
    double warp = 1.0;
    double rotate = 5;
    double scale = 0.05;
    double shift = 0.03;
    bool flip = false;
    double colour = 0;
    double colourTransfer = 0;
    double occlude = 0;
    double blur = 0;
    double jpeg = 0;
    bool evenPoses = false;
    double mixtures = 1;
    double validation = 0.15;
    double test = 0.15;
    bool operator==(const DataOptions&) const = default;

    static constexpr const char* section() { return VISAGIST_TEXT("Faces"); }
    static constexpr auto fields() {
        using O = DataOptions;
        return std::tuple{
            Field<O, int>{
                &O::batchSize, "batch_size", VISAGIST_TEXT("Batch"),
                VISAGIST_TEXT("How many faces a step sees. More is steadier and needs more memory."), 1, 256,
                kBasic, VISAGIST_TEXT("faces")},
            Field<O, double>{
                &O::warp, "warp", VISAGIST_TEXT("Warp"),
                VISAGIST_TEXT("How much faces are bent before they are encoded, so that the code keeps the "
                              "pose and forgets the person. Off in the last stage."),
                0, 4, kLive},
            Field<O, double>{&O::rotate, "rotate", VISAGIST_TEXT("Rotate"),
                             VISAGIST_TEXT("Random rotation of each face, up to this angle."), 0, 45,
                             kLive | kAdvanced, VISAGIST_TEXT("degrees")},
            Field<O, double>{&O::scale, "scale", VISAGIST_TEXT("Scale"),
                             VISAGIST_TEXT("Random enlargement of each face, up to this share."), 0, 0.5,
                             kLive | kAdvanced},
            Field<O, double>{
                &O::shift, "shift", VISAGIST_TEXT("Shift"),
                VISAGIST_TEXT("Random shift (crop) of each face, up to this share of its width."), 0, 0.5,
                kLive | kAdvanced},
            Field<O, bool>{&O::flip, "flip", VISAGIST_TEXT("Mirror"),
                           VISAGIST_TEXT("Show half the faces mirrored. Good for few pictures, wrong for "
                                         "one-sided hair or marks."),
                           false, true, kLive},
            Field<O, double>{
                &O::colour, "colour", VISAGIST_TEXT("Colour variation"),
                VISAGIST_TEXT("Random change of brightness, contrast and saturation, up to this share."), 0,
                1, kLive | kAdvanced},
            Field<O, double>{
                &O::colourTransfer, "colour_transfer", VISAGIST_TEXT("Colour transfer"),
                VISAGIST_TEXT("Share of the faces that take over the colours of another person's face, so "
                              "that light and make-up are not taken for identity."),
                0, 1, kLive | kAdvanced},
            Field<O, double>{
                &O::occlude, "occluders", VISAGIST_TEXT("Occluders"),
                VISAGIST_TEXT(
                    "Share of the faces that the encoder sees with something in front of them, such "
                    "as a hand. The decoder is asked for the whole face."),
                0, 1, kLive | kAdvanced},
            Field<O, double>{&O::blur, "blur", VISAGIST_TEXT("Blur"),
                             VISAGIST_TEXT("Share of the faces that the encoder sees blurred, so that soft "
                                           "pictures and motion blur do not spoil a fusion."),
                             0, 1, kLive | kAdvanced},
            Field<O, double>{
                &O::jpeg, "jpeg", VISAGIST_TEXT("JPEG"),
                VISAGIST_TEXT("Share of the faces that the encoder sees through JPEG compression "
                              "of quality 20 to 90."),
                0, 1, kLive | kAdvanced},
            Field<O, bool>{&O::evenPoses, "even_poses", VISAGIST_TEXT("Even poses"),
                           VISAGIST_TEXT("Show a person's rare poses as often as the usual ones."), false,
                           true, kLive},
            Field<O, double>{
                &O::mixtures, "mixture_share", VISAGIST_TEXT("Fusions in a batch"),
                VISAGIST_TEXT("Share of each batch that is also trained as fusions; more costs time."), 0, 1,
                kLive | kAdvanced},
            Field<O, double>{&O::validation, "validation_share", VISAGIST_TEXT("Validation share"),
                             VISAGIST_TEXT("Share of each person's faces that training never learns from, to "
                                           "see whether it only memorises."),
                             0, 0.5, kAdvanced},
            Field<O, double>{
                &O::test, "test_share", VISAGIST_TEXT("Test share"),
                VISAGIST_TEXT("Share of each person's faces kept aside for the final judgement."), 0, 0.5,
                kAdvanced},
            Field<O, int>{&O::workers, "workers", VISAGIST_TEXT("Loader threads"),
                          VISAGIST_TEXT("Threads that prepare faces beside training."), 1, 64, kAdvanced}};
    }
};

}  // namespace visagist
