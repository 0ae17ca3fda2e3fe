#!/usr/bin/env python3
"""Makes lpips-vgg16.safetensors, the file that the loss and the metric LPIPS read, out of weights you have.

    python3 installer/convert_lpips.py vgg16-397923af.pth

needs PyPI's torch, lpips and safetensors in the Python that runs it. The trunk is torchvision's VGG16 (its file may be
used for research; read its terms); the linear layers come with the package lpips. Nothing is fetched.
"""

import argparse
import importlib.util
import pathlib
import sys

from lib.model_file import save, tensors_of

LAYERS = (0, 2, 5, 7, 10, 12, 14, 17, 19, 21, 24, 26, 28)
NAME = "lpips-vgg16.safetensors"


def linear_weights():
    """Where the package lpips keeps its layers; the package itself is not loaded, as it asks for torchvision."""
    package = importlib.util.find_spec("lpips")
    if package is None:
        sys.exit("The package lpips is not there: pip install --no-deps lpips")
    return pathlib.Path(package.origin).parent / "weights" / "v0.1" / "vgg.pth"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trunk", type=pathlib.Path, help="torchvision's VGG16 weights, a .pth file")
    parser.add_argument("--linear", type=pathlib.Path, help="lpips' linear layers (default: of the installed package)")
    parser.add_argument("--out", type=pathlib.Path, help="the folder of the models (default: where Visagist looks)")
    arguments = parser.parse_args()
    trunk = tensors_of(arguments.trunk, [f"features.{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")])
    linear = tensors_of(arguments.linear or linear_weights(), [f"lin{block}.model.1.weight" for block in range(5)])
    save({**trunk, **linear}, NAME, arguments.out)


if __name__ == "__main__":
    main()
