"""Writes tests/data/pickles/: what tst_pickle_reader reads. Needs NumPy 1.26 and Pillow.

Beside them dfl_face.jpg, which tst_dfl_picture reads: a JPEG with the segment that DeepFaceLab writes."""
import io
import pathlib
import pickle

import numpy as np
from PIL import Image

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

mask = io.BytesIO()
Image.fromarray(np.full((32, 32), 255, np.uint8)).save(mask, "PNG")
landmarks = np.array([[i + 0.5, 2 * i] for i in range(68)], np.float32)
described = {
    "face_type": "whole_face", "landmarks": landmarks.tolist(), "source_filename": "00042.png",
    "source_rect": np.array([10, 20, 110, 170], np.int64), "source_landmarks": landmarks * 2 + 1,
    "image_to_face_mat": np.array([[0.5, 0.125, -3], [-0.125, 0.5, 4]], np.float64),
    "xseg_mask": mask.getvalue(), "seg_ie_polys": None, "eyebrows_expand_mod": 1.0,
}
jpeg = io.BytesIO()
Image.fromarray(np.full((64, 64, 3), 120, np.uint8)).save(jpeg, "JPEG")
segment = pickle.dumps(described)
head = jpeg.getvalue()
(folder / "dfl_face.jpg").write_bytes(
    head[:20] + b"\xff\xef" + (len(segment) + 2).to_bytes(2, "big") + segment + head[20:])
