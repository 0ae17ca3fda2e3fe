#include <cuda_runtime.h>

#include "core/data/augment_tile.h"
#include "core/train/augment_card.h"

namespace visagist {

namespace {

constexpr int kThreads = 256;

/// The threads of a block.
struct Block {
    template <class F>
    __device__ void each(int count, const F& f) const {
        for (int i = static_cast<int>(threadIdx.x); i < count; i += kThreads) f(i);
        __syncthreads();
    }
};

/// One block a tile: x and y are tiles, z is the face.
__global__ void __launch_bounds__(kThreads) augmentTiles(CardFaces faces) {
    __shared__ tile::Memory memory;
    const std::int64_t n = faces.resolution, area = n * n, i = blockIdx.z;
    const tile::Face face{faces.pixels + 4 * area * i, faces.resolution, faces.input + 3 * area * i,
                          faces.target + 3 * area * i, faces.mask + area * i};
    tile::make(Block{}, memory, face, faces.plans[i], static_cast<int>(blockIdx.x) * tile::kSize,
               static_cast<int>(blockIdx.y) * tile::kSize);
}

}  // namespace

const char* augmentOnCard(const CardFaces& faces, void* stream) {
    const auto tiles = static_cast<unsigned>(faces.resolution / tile::kSize);
    augmentTiles<<<dim3(tiles, tiles, static_cast<unsigned>(faces.count)), kThreads, 0,
                   static_cast<cudaStream_t>(stream)>>>(faces);
    const cudaError_t error = cudaGetLastError();
    return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

}  // namespace visagist
