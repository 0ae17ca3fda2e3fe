"""Writes tests/data/pickles/: what tst_pickle_reader reads. Needs NumPy 1.26."""
import pathlib
import pickle

import numpy as np

folder = pathlib.Path(__file__).parent / "pickles"
folder.mkdir(exist_ok=True)
shared = [1, 2]
value = {
    "none": None, "yes": True, "no": False, "small": 7, "word": 60000, "negative": -70000,
    "wide": -(2**62), "real": 0.15625, "text": "Zo\u00eb \u5f20 \U0001f600", "bytes": b"\x00\xff\x80A",
    "list": [1, [2, [3]]], "tuple": (1, 2, 3, "four"), "empty": (), "set": {5}, "twice": [shared, shared],
    "points": np.array([[1.5, -2.0], [3.25, 4.0], [0.0, 1e6]], np.float32),
    "columns": np.asfortranarray(np.arange(6, dtype=np.int16).reshape(2, 3)),
    "big": np.array([1, -2], ">i4"), "mask": np.array([[0, 255]], np.uint8),
    "scalar": np.float64(2.5), "count": np.int32(-3),
}
for protocol in range(6):
    (folder / f"plain{protocol}.pickle").write_bytes(pickle.dumps(value, protocol))
