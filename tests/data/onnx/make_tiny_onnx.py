#!/usr/bin/env python3
"""Writes the small networks that tests/core/tst_onnx_finder.cpp detects bright squares with.

    make_tiny_onnx.py FOLDER          (needs the package onnx; run once, the files are kept)

Each has the outputs of a well-known face detector and finds what has the mean brightness of white in a cell of 8
pixels: its score there is 0.9, elsewhere and in coarser strides 0.1 or less; boxes and points have constant numbers.
"""

import math
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

STRIDES = (8, 16, 32)
POINTS = (-0.5, -0.25, 0.5, -0.25, 0.0, 0.125, -0.375, 0.5, 0.375, 0.5)  # x, y of the five, in strides or anchors


class Graph:
    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, values, kind=np.float32):
        self.constants.append(numpy_helper.from_array(np.array(values, dtype=kind), name))
        return name

    def node(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], name=kind + "_" + output, **attributes))
        return output

    def brightness(self, stride):
        """[1,1,h,w]: the mean of a cell, by a convolution and a ReLU as in a real network; channels count unequally."""
        weight = np.array([0.5, 0.3, 0.2]).reshape(1, 3, 1, 1) * np.full((1, 3, stride, stride), 1 / stride**2)
        name = self.constant(f"mean{stride}.weight", weight)
        mean = self.node("Conv", ["input", name], f"mean{stride}", kernel_shape=[stride, stride],
                         strides=[stride, stride])
        return self.node("Relu", [mean], f"bright{stride}")

    def rows(self, x, name, slopes, biases, columns, end="Identity"):
        """A 1 x 1 convolution of the brightness, reordered to rows of `columns` numbers a cell (or anchor)."""
        weight = self.constant(name + ".weight", np.array(slopes).reshape(-1, 1, 1, 1))
        bias = self.constant(name + ".bias", biases)
        y = self.node("Conv", [x, weight, bias], name + ".map", kernel_shape=[1, 1])
        y = self.node("Transpose", [y], name + ".last", perm=[0, 2, 3, 1])
        shape = self.constant(name + ".shape", [1, -1, columns], np.int64)
        y = self.node("Reshape", [y, shape], name + ".rows")
        return self.node(end, [y], name)

    def save(self, path, outputs, size):
        graph = helper.make_graph(
            self.nodes, "tiny", [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 3, *size])],
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "rows", columns]) for name, columns in outputs],
            self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=7)
        onnx.save(model, path)


def logit(p):
    return math.log(p / (1 - p))


def line(stride, top):
    """Slope and bias that give logit(0.9) at `top` and less than logit(0.1) at half of it, on the stride 8 only."""
    if stride != 8:
        return 0.0, -6.0
    low = logit(0.9) - 9.0
    return (logit(0.9) - low) / top, low


def yunet(folder):
    graph, outputs = Graph(), []
    for kind in ("cls", "obj", "bbox", "kps"):
        for stride in STRIDES:
            x = graph.brightness(stride) if kind == "cls" else f"bright{stride}"
            slope, bias = line(stride, 255.0)
            name = f"{kind}_{stride}"
            if kind in ("cls", "obj"):
                graph.rows(x, name, [slope], [bias], 1, "Sigmoid")
            elif kind == "bbox":  # middle half a cell from the corner, four cells wide, five high
                graph.rows(x, name, [0] * 4, [0.5, 0.5, math.log(4), math.log(5)], 4)
            else:
                graph.rows(x, name, [0] * 10, [0.5 + 2 * v for v in POINTS], 10)
            outputs.append((name, {"bbox": 4, "kps": 10}.get(kind, 1)))
    graph.save(folder / "tiny_yunet.onnx", outputs, (64, 64))


def retinaface(folder):
    graph, parts = Graph(), {"loc": [], "conf": [], "landms": []}
    for stride in STRIDES:
        x = graph.brightness(stride)
        slope, bias = line(stride, 255.0 - 117)  # what is left of white when the mean is taken away
        # Two anchors a cell; the first one sees nothing, the second one is moved and grows.
        parts["loc"].append(graph.rows(x, f"loc{stride}", [0] * 8, [0] * 4 + [1.0, -1.0, 1.0, 2.0], 4))
        parts["conf"].append(graph.rows(x, f"conf{stride}", [0, 0, 0, slope], [0, -6.0, 0, bias], 2))
        parts["landms"].append(graph.rows(x, f"landms{stride}", [0] * 20, [0.0] * 10 + [4 * v for v in POINTS], 10))
    for name, pieces in parts.items():
        joined = graph.node("Concat", pieces, name if name != "conf" else "conf.all", axis=1)
        if name == "conf":
            graph.node("Softmax", [joined], "conf", axis=2)
    graph.save(folder / "tiny_retinaface.onnx", [("loc", 4), ("conf", 2), ("landms", 10)], (64, 96))


def scrfd(folder):
    graph, outputs = Graph(), []
    for kind in ("score", "bbox", "kps"):
        for stride in STRIDES:
            x = graph.brightness(stride) if kind == "score" else f"bright{stride}"
            slope, bias = line(stride, 127.5 / 128)
            name = f"{kind}_{stride}"
            if kind == "score":
                graph.rows(x, name, [0, slope], [-6.0, bias], 1, "Sigmoid")
            elif kind == "bbox":
                graph.rows(x, name, [0] * 8, [1.0] * 4 + [1.5, 2.0, 2.5, 3.0], 4)
            else:
                graph.rows(x, name, [0] * 20, [0.0] * 10 + [0.5 + 2 * v for v in POINTS], 10)
            outputs.append((name, {"score": 1, "bbox": 4, "kps": 10}[kind]))
    graph.save(folder / "tiny_scrfd.onnx", outputs, (64, 64))


def main():
    folder = Path(sys.argv[1])
    yunet(folder)
    retinaface(folder)
    scrfd(folder)


if __name__ == "__main__":
    main()
