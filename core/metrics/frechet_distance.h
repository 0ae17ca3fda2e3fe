// The Fréchet distance between two sets of features: FID, where the features are InceptionV3's.
#pragma once
#include "core/metrics/feature_rows.h"

namespace visagist {

/// |μ₁-μ₂|² + Tr S₁ + Tr S₂ - 2 Tr (S₁S₂)^½ of two normal distributions with the means and covariances (N-1)
/// of the sets (Heusel et al. 2017), in float64. No matrix root is drawn: with A, B the rows less their mean
/// over √(N-1), the last trace is the sum of the singular values of A·Bᵀ, which holds for singular
/// covariances too; a set of more rows than dimensions is first made square by QR. Never below 0 but for
/// rounding. Throws Error(InvalidArgument) for sets of fewer than 2 pictures, of different dimensions, or
/// with a value that is not finite.
double frechetDistance(const FeatureRows& a, const FeatureRows& b);

}  // namespace visagist
