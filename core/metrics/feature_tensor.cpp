#include "core/metrics/feature_tensor.h"

#include "core/base/error.h"

namespace visagist {

torch::Tensor checkedFeatures(const FeatureRows& rows) {
    if (rows.count() < 2) {
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT("A distance between sets needs at least 2 pictures in each; here there are %1."),
            {std::to_string(rows.count())});
    }
    const torch::Tensor features = torch::from_blob(const_cast<double*>(rows.values.data()),
                                                    {rows.count(), rows.dimensions}, torch::kFloat64);
    if (!torch::isfinite(features).all().item<bool>()) {
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT("The features of some pictures are not numbers: the network that measures is "
                          "damaged, or the pictures are."));
    }
    return features;
}

std::pair<torch::Tensor, torch::Tensor> checkedPair(const FeatureRows& a, const FeatureRows& b) {
    if (a.dimensions != b.dimensions) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT(
                        "Features of different networks are not compared: %1 numbers a picture against %2."),
                    {std::to_string(a.dimensions), std::to_string(b.dimensions)});
    }
    return {checkedFeatures(a), checkedFeatures(b)};
}

}  // namespace visagist
