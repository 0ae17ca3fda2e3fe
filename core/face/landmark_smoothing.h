// Landmarks of one face over the frames of a video, without the trembling of single readings.
#pragma once
#include <span>
#include <vector>

#include "core/image/geometry.h"

namespace visagist {

struct TimedLandmarks {
    double seconds = 0;
    std::vector<Point> landmarks;  ///< the same number in every frame
};

struct Smoothing {
    double minCutoff = 1.5;  ///< Hz: how fast a still face may change; lower is steadier
    double speedGain = 4;    ///< by which the cutoff rises, in Hz for each face size a second
    double maxGap = 0.5;     ///< seconds: after a longer pause the face is taken for a new one
};

/// The one-euro filter (Casiez, Roussel and Vogel, "1€ filter", 2012), for each coordinate in sizes of the
/// face (twice the root mean square distance of its landmarks from their middle in the first frame of a
/// piece), so that it does the same at any resolution; its derivative is smoothed at 1 Hz. It runs over the
/// frames forwards and backwards, and the mean of both is given, so that what moves does not lag behind.
/// Frames must follow each other in time. Throws Error(InvalidArgument) where they do not, or where their
/// numbers of landmarks differ.
std::vector<TimedLandmarks> smoothedLandmarks(std::span<const TimedLandmarks> frames,
                                              const Smoothing& smoothing = {});

}  // namespace visagist
