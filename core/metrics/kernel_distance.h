// The kernel distance between two sets of features: KID, where the features are InceptionV3's.
#pragma once
#include "core/metrics/feature_rows.h"

namespace visagist {

struct KernelDistanceRequest {
    int subsets = 100;
    int subsetSize = 1000;  ///< at most; of smaller sets, the smaller one's size
    std::uint64_t seed = 1;
};

struct KernelDistance {
    double mean = 0, deviation = 0;  ///< over the subsets
};

/// Squared maximum mean discrepancy under (x·y/D + 1)³ without the diagonal, which is unbiased and so may be
/// below 0 (Bińkowski et al. 2018), averaged over subsets that are drawn from each set without putting back.
/// The same seed draws the same subsets. Throws Error(InvalidArgument) as frechetDistance() and for a request
/// below one subset of 2.
KernelDistance kernelDistance(const FeatureRows& a, const FeatureRows& b,
                              const KernelDistanceRequest& request = {});

/// The same over the whole sets at once.
double wholeKernelDistance(const FeatureRows& a, const FeatureRows& b);

}  // namespace visagist
