// InceptionV3's weights by a formula. No torch is seen here.
#pragma once
#include <vector>

#include "core/store/tensor_bytes.h"

namespace visagist {

/// All tensors made by a formula instead of training: what the network computes can be compared with other
/// programs where nobody has its real file. A convolution's are evenly spread in ±√(6 / inputs), by Wellons'
/// "lowbias32" hash of the place in the tensor and `t`; a normalisation's are near those of the identity,
/// waves of 0.37 a place and 1.7 a `t`, where `t` counts the tensors of pytorch-fid's file.
std::vector<TensorBytes> formulaInceptionWeights();

}  // namespace visagist
