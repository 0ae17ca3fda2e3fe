"""What the scripts share that make a model file out of weights that the user has."""

import os
import pathlib
import sys


def models_folder():
    """Where Visagist looks for its model files."""
    if os.environ.get("VISAGIST_MODELS"):
        return pathlib.Path(os.environ["VISAGIST_MODELS"])
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache) / "visagist" / "models"


def tensors_of(path, names):
    """The named tensors of a file of torch.save(); read as plain tensors, nothing in it is run."""
    import torch

    state = torch.load(path, map_location="cpu", weights_only=True)
    missing = [name for name in names if name not in state]
    if missing:
        sys.exit(f"{path} does not hold {missing[0]}: it is not the file that is wanted.")
    return {name: state[name].float().contiguous() for name in names}


def save(tensors, name, folder=None):
    """Writes the file whole or not at all, and prints where it is."""
    from safetensors.torch import save_file

    folder = pathlib.Path(folder or models_folder())
    folder.mkdir(parents=True, exist_ok=True)
    waiting = folder / (name + ".part")
    save_file(tensors, waiting)
    os.replace(waiting, folder / name)
    print(folder / name)
