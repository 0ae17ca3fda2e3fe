#!/usr/bin/env python3
"""The distances between two sets of pictures by the packages of PyPI: answers one line of JSON for each line asked.

Asked: {"weights": a safetensors file with InceptionV3's tensors, "a", "b": folders of pictures, "features": a file to
write what the network saw into (tensors "a" and "b")}. Answered: {"fid", "kid", "seconds"}; KID is of as many pictures of
either folder as the smaller one has, at once. Needs pytorch-fid, torch-fidelity, torch, safetensors.

    metrics_peer.py --clean-resize WEIGHTS

prints tests/data/clean_resize.json instead: what the network sees of a picture that clean-fid has resized.
"""

import contextlib
import json
import os
import sys
import time

import numpy as np
import torch
from pytorch_fid.fid_score import calculate_frechet_distance, get_activations
from pytorch_fid.inception import InceptionV3
from safetensors.torch import load_file, save_file


@contextlib.contextmanager
def without_download(state):
    """pytorch-fid fetches its weights when the network is made: here it is given some instead."""
    import pytorch_fid.inception as inception

    fetch = inception.load_state_dict_from_url
    inception.load_state_dict_from_url = lambda *_, **__: state
    try:
        yield
    finally:
        inception.load_state_dict_from_url = fetch


def network(path):
    import torchvision

    tensors = load_file(path)
    with torch.random.fork_rng():
        whole = torchvision.models.inception_v3(num_classes=1008, aux_logits=False, weights=None, init_weights=False)
    state = whole.state_dict()  # its classifier and its counters, which give no features
    missing = [name for name in state if name not in tensors and not name.startswith("fc.")
               and not name.endswith("num_batches_tracked")]
    if missing:
        sys.exit(f"{path} does not hold {missing[0]}")
    state.update(tensors)
    with without_download(state):
        return InceptionV3([InceptionV3.BLOCK_INDEX_BY_DIM[2048]]).eval()


def seen(model, folder):
    files = sorted(os.path.join(folder, name) for name in os.listdir(folder))
    with contextlib.redirect_stdout(sys.stderr):
        return get_activations(files, model, batch_size=16, num_workers=0)


def moments(features):
    return features.mean(axis=0), np.cov(features, rowvar=False)


def kid(a, b):
    from torch_fidelity.metric_kid import KEY_METRIC_KID_MEAN, kid_features_to_metric

    count = min(len(a), len(b))
    result = kid_features_to_metric(torch.from_numpy(a[:count]), torch.from_numpy(b[:count]), kid_subsets=1,
                                    kid_subset_size=count, verbose=False)
    return result[KEY_METRIC_KID_MEAN]


def answer(asked):
    model = network(asked["weights"])
    start = time.perf_counter()
    a, b = seen(model, asked["a"]), seen(model, asked["b"])
    fid = calculate_frechet_distance(*moments(a), *moments(b))
    seconds = time.perf_counter() - start
    save_file({"a": torch.from_numpy(a), "b": torch.from_numpy(b)}, asked["features"])
    return {"fid": float(fid), "kid": float(kid(a, b)), "seconds": seconds}


def clean_resize(weights):
    from cleanfid.resize import build_resizer

    width, height = 400, 350
    index = np.arange(width * height * 3, dtype=np.uint64)
    picture = ((index * 2654435761 & 0xFFFFFFFF) >> 24).astype(np.uint8).reshape(height, width, 3)
    resized = torch.from_numpy(build_resizer("clean")(picture)).permute(2, 0, 1)[None]
    model = network(weights)
    model.resize_input = model.normalize_input = False
    with torch.no_grad():
        features = model((resized - 128) / 128)[0].flatten()
    return {"width": width, "height": height, "features": [round(float(f), 6) for f in features[:32]]}


def main():
    if sys.argv[1:2] == ["--clean-resize"]:
        print(json.dumps(clean_resize(sys.argv[2])))
        return
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
