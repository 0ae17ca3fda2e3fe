// From the numbers of a detector's network to boxes: YuNet, RetinaFace, SCRFD.
#pragma once
#include <span>
#include <vector>

#include "core/face/box_finder.h"
#include "core/face/onnx_manifest.h"

namespace visagist {

/// An output of the network: rows of 1 or 2 (scores), 4 (box) or 10 numbers (five points).
struct OutputTable {
    int columns = 0;
    std::vector<float> values;  ///< row-major
    std::size_t rows() const { return columns > 0 ? values.size() / static_cast<std::size_t>(columns) : 0; }
};

/// The faces above the manifest's score that a network saw in an input of width x height pixels, in pixels of
/// the input; each once (IoU above nmsThreshold: the surer stays). The outputs may come in any order, for
/// they are told apart by their columns and rows. Throws Error(Damaged) where they do not fit the manifest.
///
/// YuNet (Wu et al., "YuNet: a tiny millisecond-level face detector", 2023; the version of 2023): a cell of
/// each stride gives two scores, whose geometric mean counts, the middle of the box from the cell's corner in
/// strides, and the logarithms of its sides in strides; points as the middle.
/// RetinaFace (Deng et al., 2020; the heads of Pytorch_Retinaface): anchors around the middle of each cell;
/// offsets in anchor sizes times the first variance, logarithms of sides times the second; two classes.
/// SCRFD (Guo et al., "Sample and computation redistribution for efficient face detection", 2022): distances
/// of the four sides from the cell's corner in strides.
std::vector<FoundBox> decodeOutputs(const OnnxManifest& manifest, std::span<const OutputTable> outputs,
                                    int width, int height);

}  // namespace visagist
