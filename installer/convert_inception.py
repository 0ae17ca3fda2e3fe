#!/usr/bin/env python3
"""Makes inception-fid.safetensors, the file that the Fréchet inception distance reads, out of weights you have.

    python3 installer/convert_inception.py pt_inception-2015-12-05-6726825d.pth

needs PyPI's torch and safetensors in the Python that runs it. The file is the one that the package pytorch-fid fetches
for itself (read its terms). Nothing is fetched.
"""

import argparse
import pathlib

from lib.model_file import save, tensors_of

NAME = "inception-fid.safetensors"
PARTS = ("conv.weight", "bn.weight", "bn.bias", "bn.running_mean", "bn.running_var")
STEM = ("Conv2d_1a_3x3", "Conv2d_2a_3x3", "Conv2d_2b_3x3", "Conv2d_3b_1x1", "Conv2d_4a_3x3")
A = ("branch1x1", "branch5x5_1", "branch5x5_2", "branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3", "branch_pool")
B = ("branch3x3", "branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3")
C = ("branch1x1", *(f"branch7x7_{i}" for i in (1, 2, 3)), *(f"branch7x7dbl_{i}" for i in (1, 2, 3, 4, 5)), "branch_pool")
D = ("branch3x3_1", "branch3x3_2", *(f"branch7x7x3_{i}" for i in (1, 2, 3, 4)))
E = ("branch1x1", "branch3x3_1", "branch3x3_2a", "branch3x3_2b", "branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3a",
     "branch3x3dbl_3b", "branch_pool")
BLOCKS = {"5b": A, "5c": A, "5d": A, "6a": B, "6b": C, "6c": C, "6d": C, "6e": C, "7a": D, "7b": E, "7c": E}


def unit_names():
    return [*STEM, *(f"Mixed_{block}.{branch}" for block, branches in BLOCKS.items() for branch in branches)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weights", type=pathlib.Path, help="pytorch-fid's weights, a .pth file")
    parser.add_argument("--out", type=pathlib.Path, help="the folder of the models (default: where Visagist looks)")
    arguments = parser.parse_args()
    names = [f"{unit}.{part}" for unit in unit_names() for part in PARTS]
    save(tensors_of(arguments.weights, names), NAME, arguments.out)


if __name__ == "__main__":
    main()
