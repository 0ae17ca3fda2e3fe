#!/usr/bin/env python3
"""Prints what PyPI's lpips says of two pictures under weights made by a formula: tests/data/lpips.json.

Needs torch, torchvision and lpips. The same formula stands in tests/core/tst_lpips.cpp.
"""

import json

import lpips
import numpy as np
import torch

SIZES = (32, 48)


def noise(count, salt):
    """In [-0.5, 0.5): the place's number, its bits mixed (the constants are Wellons' lowbias32)."""
    x = (np.arange(count, dtype=np.uint64) + salt * 0x9E3779B9) & 0xFFFFFFFF
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B), (16, 1)):
        x = ((x ^ (x >> np.uint64(shift))) * np.uint64(factor)) & np.uint64(0xFFFFFFFF)
    return x / 2.0**32 - 0.5


def weights(shape, salt, scale):
    return torch.from_numpy((noise(int(np.prod(shape)), salt) * scale).astype(np.float32).reshape(shape))


def picture(size, salt):
    return weights((1, 3, size, size), salt, 2.0)


def main():
    net = lpips.LPIPS(net="vgg", pretrained=False, pnet_rand=True, verbose=False, eval_mode=True)
    with torch.no_grad():
        salt = 0
        for name, weight in net.named_parameters():
            if ".slice" in name and name.endswith("weight"):
                salt += 1
                weight.copy_(weights(weight.shape, salt, (24 / np.prod(weight.shape[1:])) ** 0.5))
            elif ".slice" in name:
                weight.copy_(weights(weight.shape, 100 + salt, 0.2))
        for block, layer in enumerate(net.lins):
            layer.model[1].weight.copy_(weights(layer.model[1].weight.shape, 200 + block, 1.0).abs())
    values = []
    for size in SIZES:
        a, b = picture(size, 301).requires_grad_(True), picture(size, 302)
        distance = net(a, b).sum()
        (gradient,) = torch.autograd.grad(distance, a)
        values.append({"size": size, "distance": distance.item(), "gradient_norm": gradient.norm().item(),
                       "gradient": gradient.flatten()[::517].tolist()})
    print(json.dumps({"lpips": "0.1.4", "torch": torch.__version__.split("+")[0], "values": values}, indent=1))


if __name__ == "__main__":
    main()
