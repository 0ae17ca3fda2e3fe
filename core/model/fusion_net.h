// The fusion network: one encoder for what a face does, codes for who it is, one decoder for all.
#pragma once
#include <torch/torch.h>

#include "core/model/layers.h"
#include "core/options/model_options.h"

namespace visagist {

/// The three groups of levels that have fusion weights of their own, and the sizes they steer: shape = inter
/// map and up to 16 px, features = 32 and 64 px, texture = from 128 px.
inline constexpr int kLevelGroups = 3;
constexpr int levelGroup(int size) { return size <= 16 ? 0 : size <= 64 ? 1 : 2; }

/// Content code from an aligned face.
class EncoderImpl : public torch::nn::Module {
public:
    explicit EncoderImpl(const ModelOptions& options);
    /// [B,3,R,R] in [-1,1] → [B,code], every row of unit mean square.
    torch::Tensor forward(torch::Tensor face);

private:
    torch::nn::ModuleList m_layers;
    torch::nn::Linear m_code{nullptr};
};
TORCH_MODULE(Encoder);

/// Face and mask from a content code and fusion weights. Owns the people's codes; linear in the weights up to
/// the decoder.
class FusionDecoderImpl : public torch::nn::Module {
public:
    FusionDecoderImpl(const ModelOptions& options, int people);

    struct Output {
        torch::Tensor face;        ///< [B,3,R,R] in [-1,1]
        torch::Tensor maskLogits;  ///< [B,1,R,R]; sigmoid gives the mask
    };
    /// code [B,code]; weights [B,3,K]: a row on the simplex for each group of levels.
    Output forward(const torch::Tensor& code, const torch::Tensor& weights);
    int people() const { return m_people; }

private:
    torch::Tensor startMap(const torch::Tensor& code, const torch::Tensor& weights);

    struct Level {
        int size = 0;
        torch::nn::Conv2d first{nullptr}, second{nullptr}, skip{nullptr}, toRgb{nullptr};
        AdaIn firstStyle{nullptr}, secondStyle{nullptr};
        torch::Tensor styles;  ///< [K,S]: every person's style code of this level
    };

    int m_people, m_interChannels;
    torch::Tensor m_interWeight, m_interBias;    ///< [code,C·64], [C·64]: the code as an 8 by 8 map
    torch::Tensor m_interGain, m_interConstant;  ///< [K,C], [K,C·64]: every person's own part in it
    std::vector<Level> m_levels;
    torch::nn::Conv2d m_toMask{nullptr};
};
TORCH_MODULE(FusionDecoder);

/// All that makes a face: encoder and decoder.
class FusionNetImpl : public torch::nn::Module {
public:
    FusionNetImpl(const ModelOptions& options, int people);
    torch::Tensor encode(const torch::Tensor& face) { return encoder(face); }
    FusionDecoderImpl::Output decode(const torch::Tensor& code, const torch::Tensor& weights) {
        return decoder(code, weights);
    }

    Encoder encoder;
    FusionDecoder decoder;
};
TORCH_MODULE(FusionNet);

/// Guesses the person from the content code; trained against the encoder, so that the code forgets who it is.
class ContentClassifierImpl : public torch::nn::Module {
public:
    ContentClassifierImpl(const ModelOptions& options, int people);
    torch::Tensor forward(const torch::Tensor& code);  ///< [B,code] → logits [B,K]

private:
    torch::nn::Linear m_hidden, m_logits;
};
TORCH_MODULE(ContentClassifier);

/// How real a face looks, and (asked with a person) how much like that person: Miyato and Koyama's
/// projection.
class DiscriminatorImpl : public torch::nn::Module {
public:
    DiscriminatorImpl(const ModelOptions& options, int people);

    struct Output {
        torch::Tensor face;    ///< [B] logits ψ(φ): is it a face at all?
        torch::Tensor person;  ///< [B] logits ψ(φ) + <v_k, φ>: is it that person's face? Where one was asked
        std::vector<torch::Tensor> features;  ///< of the layers, for feature matching
    };
    /// face [B,3,R,R] in [-1,1]; person [B] (int64) or undefined for "is it a face at all".
    Output forward(const torch::Tensor& face, const torch::Tensor& person = {});

private:
    torch::nn::Conv2d m_fromRgb{nullptr}, m_last{nullptr};
    torch::nn::ModuleList m_first, m_second, m_skip;
    torch::nn::Linear m_features{nullptr}, m_real{nullptr};
    torch::Tensor m_peopleVectors;
};
TORCH_MODULE(Discriminator);

/// Whether a parameter of the generator belongs to its people: their style codes and their maps into the
/// shape.
bool isOfPeople(const std::string& parameter);

/// Number of trainable numbers of a module.
std::int64_t parameterCount(const torch::nn::Module& module);

}  // namespace visagist
