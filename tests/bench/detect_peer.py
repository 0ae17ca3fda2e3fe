#!/usr/bin/env python3
"""Detection, landmarks and aligned crops as Python programs do them: what `visagist-cli bench curate` is held against.

    detect_peer.py hog|mmod|mtcnn MODELS

MODELS is the folder with dlib's model files. Needs numpy and Pillow, and dlib (hog, mmod) or facenet-pytorch with torch
and torchvision (mtcnn). Each line of standard input is answered with one line: "ready" when all is loaded, then for the
path of a picture {"seconds": of the processor without the decoding, "faces": [{"box": [x, y, width, height], "score",
"points": [[x, y], …]}]}; corners and points count from the edge of the first pixel.
"""

import json
import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from PIL import Image

CROP = 256


def dlib_peer(kind, models):
    import dlib

    predictor = dlib.shape_predictor(os.path.join(models, "shape_predictor_5_face_landmarks.dat"))
    if kind == "hog":
        detector = dlib.get_frontal_face_detector()
    else:
        detector = dlib.cnn_face_detection_model_v1(os.path.join(models, "mmod_human_face_detector.dat"))

    def detect(picture):
        if kind == "hog":
            rects, scores, _ = detector.run(picture, 1, 0.15)
        else:
            found = [one for one in detector(picture, 1) if one.confidence >= 0.15]
            rects, scores = [one.rect for one in found], [one.confidence for one in found]
        for rect in rects:
            dlib.get_face_chip(picture, predictor(picture, rect), CROP)
        return [{"box": [r.left(), r.top(), r.width(), r.height()], "score": s, "points": []} for r, s in zip(rects, scores)]

    return detect


def mtcnn_peer():
    import torch
    from facenet_pytorch import MTCNN

    torch.set_num_threads(1)
    detector = MTCNN(image_size=CROP, margin=0, keep_all=True, min_face_size=20, post_process=False)

    def detect(picture):
        boxes, scores, points = detector.detect(picture, landmarks=True)
        if boxes is None:
            return []
        detector.extract(picture, boxes, None)
        return [{"box": [b[0] - 1, b[1] - 1, b[2] - b[0] + 1, b[3] - b[1] + 1], "score": s, "points": p}
                for b, s, p in zip(boxes.tolist(), scores.tolist(), points.tolist())]

    return detect


def main():
    kind, models = sys.argv[1], sys.argv[2]
    detect = mtcnn_peer() if kind == "mtcnn" else dlib_peer(kind, models)
    for line in sys.stdin:
        path = line.rstrip("\n")
        if path == "ready":
            print("ready", flush=True)
            continue
        picture = np.array(Image.open(path).convert("RGB"))
        start = time.process_time()
        faces = detect(picture)
        seconds = time.process_time() - start
        print(json.dumps({"seconds": seconds, "faces": faces}), flush=True)


if __name__ == "__main__":
    main()
