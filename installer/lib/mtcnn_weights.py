#!/usr/bin/env python3
"""Writes the three networks of MTCNN into one safetensors file.

    mtcnn_weights.py FOLDER OUT

FOLDER is searched for pnet.pt, rnet.pt and onet.pt, as the package facenet-pytorch holds them: files in the format
that torch.save() wrote before 2020. They are pickles, so they are read by a reader that knows tensors, numbers and
dictionaries and can call nothing else. Tensors are named "pnet/conv1.weight" and so on, in the order of their names;
the same input always gives the same bytes. Needs no torch.
"""

import array
import collections
import json
import pickle
import struct
import sys
from pathlib import Path

NETWORKS = ("pnet", "rnet", "onet")
MAGIC = 0x1950A86A20F9469CFC6C
VERSION = 1001


class Storage:
    def __init__(self, key, count):
        self.key, self.count = key, count


def tensor(storage, offset, size, stride, *_):
    """What the file says of a tensor."""
    last = offset + sum((length - 1) * step for length, step in zip(size, stride))
    if offset < 0 or min(size, default=1) < 1 or min(stride, default=0) < 0 or last >= storage.count:
        raise ValueError("a tensor reaches beyond its storage")
    return storage.key, offset, size, stride


def places(offset, size, stride):
    """Where a tensor's numbers lie in its storage, row by row."""
    at = [offset]
    for length, step in zip(size, stride):
        at = [start + i * step for start in at for i in range(length)]
    return at


class Reader(pickle.Unpickler):
    KNOWN = {
        ("collections", "OrderedDict"): collections.OrderedDict,
        ("torch._utils", "_rebuild_tensor_v2"): tensor,
        ("torch", "FloatStorage"): "float32",
    }

    def find_class(self, module, name):
        if (module, name) not in self.KNOWN:
            raise ValueError(f"{module}.{name} is not what weights are made of")
        return self.KNOWN[module, name]

    def persistent_load(self, saved):
        kind, number, key, _device, count, _view = saved
        if kind != "storage" or number != "float32":
            raise ValueError("this is no storage of float32")
        return Storage(key, count)


def read(path):
    """{name: (shape, bytes)} of a file."""
    if sys.byteorder != "little":
        raise ValueError("this machine counts bytes from the other end")
    with open(path, "rb") as file:
        def load():
            return Reader(file).load()

        if load() != MAGIC or load() != VERSION or load().get("little_endian") is not True:
            raise ValueError("this is not the format of torch.save()")
        tensors, storages = load(), {}
        for key in load():
            count, = struct.unpack("<q", file.read(8))
            storages[key] = array.array("f", file.read(4 * count))
            if len(storages[key]) != count:
                raise ValueError("the file is cut off")
    return {name: (list(size), array.array("f", [storages[key][i] for i in places(offset, size, stride)]).tobytes())
            for name, (key, offset, size, stride) in tensors.items()}


def main():
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    header, data = {"__metadata__": {"source": "facenet-pytorch", "licence": "MIT"}}, bytearray()
    for network in NETWORKS:
        found = sorted(folder.rglob(network + ".pt"))
        if len(found) != 1:
            sys.exit(f"{network}.pt is not in {folder}")
        for name, (shape, values) in sorted(read(found[0]).items()):
            header[f"{network}/{name}"] = {
                "dtype": "F32", "shape": shape, "data_offsets": [len(data), len(data) + len(values)]}
            data += values
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    out.write_bytes(struct.pack("<Q", len(text)) + text + data)


if __name__ == "__main__":
    main()
