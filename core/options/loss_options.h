// What training asks of the network, each demand with its weight.
#pragma once
#include <array>

#include "core/base/error.h"
#include "core/base/field.h"

namespace visagist {

enum class AdversarialForm { Logistic, Hinge };
inline std::span<const Choice> choicesOf(AdversarialForm) {
    static constexpr std::array<Choice, 2> choices{
        {{"logistic", VISAGIST_TEXT("Logistic")}, {"hinge", VISAGIST_TEXT("Hinge")}}};
    return choices;
}

struct LossOptions {
    double structure = 10;
    double squared = 10;
    double absolute = 0;
    double mask = 10;
    double background = 1;
    double eyesMouth = 30;
    double eyesMouthDetail = 300;
    double featureMatch = 10;
    double cycle = 0.3;
    double balance = 30;
    double confusion = 0.1;
    double variation = 0;
    double identity = 0;
    double perceptual = 0;
    double lpips = 0;
    AdversarialForm form = AdversarialForm::Logistic;
    double adversarial = 0.1;
    double adversarialMixture = 0.03;
    double r1Gamma = 2e-4;
    double surePhotos = 0;
    bool operator==(const LossOptions&) const = default;

    static constexpr const char* section() { return VISAGIST_TEXT("Losses"); }
    static constexpr auto fields() {
        using O = LossOptions;
        constexpr double most = 1000;
        return std::tuple{
            Field<O, double>{&O::structure, "loss_structure", VISAGIST_TEXT("Structure (SSIM)"),
                             VISAGIST_TEXT("Edges and textures like the photo's: structural dissimilarity."),
                             0, most, kLive},
            Field<O, double>{&O::squared, "loss_squared", VISAGIST_TEXT("Colour (squared)"),
                             VISAGIST_TEXT("Colours like the photo's: mean squared error."), 0, most, kLive},
            Field<O, double>{&O::absolute, "loss_absolute", VISAGIST_TEXT("Colour (absolute)"),
                             VISAGIST_TEXT("Colours like the photo's: mean absolute error."), 0, most,
                             kLive | kAdvanced},
            Field<O, double>{&O::eyesMouth, "loss_eyes_mouth", VISAGIST_TEXT("Eyes and mouth"),
                             VISAGIST_TEXT("Extra weight on eyes and mouth while shapes are learned."), 0,
                             most, kLive},
            Field<O, double>{
                &O::eyesMouthDetail, "loss_eyes_mouth_detail", VISAGIST_TEXT("Eyes and mouth, last stage"),
                VISAGIST_TEXT("Extra weight on eyes and mouth in the last stage, when the warp is off."), 0,
                10000, kLive | kAdvanced},
            Field<O, double>{&O::mask, "loss_mask", VISAGIST_TEXT("Mask"),
                             VISAGIST_TEXT("The network's mask like the face's: mean squared error."), 0,
                             most, kLive | kAdvanced},
            Field<O, double>{
                &O::background, "loss_background", VISAGIST_TEXT("Background"),
                VISAGIST_TEXT("How much hair and background count beside the face: 0 not at all, 1 as much."),
                0, 1, kLive | kAdvanced},
            Field<O, double>{
                &O::featureMatch, "loss_feature_match", VISAGIST_TEXT("Perceptual (discriminator)"),
                VISAGIST_TEXT("Features of the discriminator like the photo's; last stage only."), 0, most,
                kLive | kAdvanced},
            Field<O, double>{
                &O::cycle, "loss_cycle", VISAGIST_TEXT("Content cycle"),
                VISAGIST_TEXT("A fused face must show the pose and expression that it was made from."), 0,
                most, kLive | kAdvanced},
            Field<O, double>{&O::balance, "loss_balance", VISAGIST_TEXT("Balance"),
                             VISAGIST_TEXT("The coarse colours of a fusion are the weighted mean of its "
                                           "people's, so that each counts as much as the sliders say."),
                             0, most, kLive | kAdvanced},
            Field<O, double>{&O::confusion, "loss_confusion", VISAGIST_TEXT("Identity confusion"),
                             VISAGIST_TEXT("The content code must not tell who the person is."), 0, most,
                             kLive | kAdvanced},
            Field<O, double>{&O::variation, "loss_variation", VISAGIST_TEXT("Smoothness"),
                             VISAGIST_TEXT("Little noise from pixel to pixel: total variation."), 0, most,
                             kLive | kAdvanced},
            Field<O, double>{
                &O::identity, "loss_identity", VISAGIST_TEXT("Identity"),
                VISAGIST_TEXT("The face recognition network takes a face for the people that it is made of, "
                              "by their weights. Slow without a graphics card."),
                0, most, kLive},
            Field<O, double>{
                &O::perceptual, "loss_perceptual", VISAGIST_TEXT("Perceptual (face network)"),
                VISAGIST_TEXT("Features of the face recognition network like the photo's. Slow without a "
                              "graphics card."),
                0, most, kLive | kAdvanced},
            Field<O, double>{
                &O::lpips, "loss_lpips", VISAGIST_TEXT("Perceptual (LPIPS)"),
                VISAGIST_TEXT(
                    "Looks like the photo to VGG16, whose weights you bring yourself. Slow without a "
                    "graphics card."),
                0, most, kLive | kAdvanced},
            Field<O, AdversarialForm>{
                &O::form,
                "adversarial_form",
                VISAGIST_TEXT("Adversarial form"),
                VISAGIST_TEXT("Logistic (non-saturating) suits few pictures, hinge stops pushing once the "
                              "discriminator is sure."),
                {},
                {},
                kLive | kAdvanced},
            Field<O, double>{
                &O::adversarial, "loss_adversarial", VISAGIST_TEXT("Adversarial"),
                VISAGIST_TEXT("Reconstructions that the discriminator takes for photos; last stage only."), 0,
                most, kLive},
            Field<O, double>{
                &O::adversarialMixture, "loss_adversarial_mixture", VISAGIST_TEXT("Adversarial on fusions"),
                VISAGIST_TEXT("Fusions that the discriminator takes for photos; last stage only."), 0, most,
                kLive | kAdvanced},
            Field<O, double>{&O::r1Gamma, "r1_gamma", VISAGIST_TEXT("R1 strength"),
                             VISAGIST_TEXT("Gradient penalty of the discriminator, times pixels over batch."),
                             0, 1, kLive | kAdvanced | kLogarithmic},
            Field<O, double>{
                &O::surePhotos, "ada_target", VISAGIST_TEXT("Adaptive augmentation"),
                VISAGIST_TEXT(
                    "How sure of photos the discriminator may be before it is shown changed ones, so "
                    "that it does not learn few pictures by heart. 0.6 is usual; 0 is off."),
                0, 1, kLive | kAdvanced}};
    }
};

}  // namespace visagist
