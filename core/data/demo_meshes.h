// The meshes of a demo picture, posed and projected to samples of the picture.
#pragma once
#include "core/data/demo_hair.h"

namespace visagist::demo {

/// Takes points of the unturned head to samples of the picture.
struct View {
    const Pose& pose;
    Affine samplesFromHead;
    float detail = 1;  ///< fewer and larger quads below 1

    int count(int full) const { return static_cast<int>(static_cast<float>(full) * detail); }
    Vec3 project(Vec3 placed) const;
};

GridMesh skinMesh(const HeadShape& head, const HairShape& hair, const View& view);
/// side: -1 at the left of the picture, 1 at its right.
GridMesh earMesh(const DemoIdentity& person, const HeadShape& head, const View& view, float side);
GridMesh bodyMesh(const DemoIdentity& person, const View& view);
GridMesh hairMesh(const HairShape& hair, const View& view);

}  // namespace visagist::demo
