"""Who is who among the portraits of orl/, with dlib in Python: answers one line of JSON for each line asked.

Asked: {"folder": orl, "models": folder with dlib's model files}. Needs dlib and numpy.
"""

import json
import os
import sys

import dlib
import numpy as np


def read_pgm(path):
    with open(path, "rb") as file:
        data = file.read()
    fields = data.split(maxsplit=4)
    width, height = int(fields[1]), int(fields[2])
    return np.frombuffer(data[-width * height:], np.uint8).reshape(height, width)


def embeddings(folder, models):
    detector = dlib.get_frontal_face_detector()
    predictor = dlib.shape_predictor(os.path.join(models, "shape_predictor_5_face_landmarks.dat"))
    network = dlib.face_recognition_model_v1(os.path.join(models, "dlib_face_recognition_resnet_model_v1.dat"))
    found, people = [], []
    for person in sorted(os.listdir(folder)):
        for name in sorted(os.listdir(os.path.join(folder, person))):
            if not name.endswith(".pgm"):
                continue
            grey = read_pgm(os.path.join(folder, person, name))
            photo = dlib.resize_image(np.repeat(grey[:, :, None], 3, axis=2), 4.0)
            boxes, scores, _ = detector.run(photo, 0, 0.0)
            if not boxes:
                continue
            shape = predictor(photo, boxes[int(np.argmax(scores))])
            found.append(np.array(network.compute_face_descriptor(photo, shape, 0, 0.25)))
            people.append(person)
    return np.stack(found), np.array(people)


def best_accuracy(found, people):
    first, second = np.triu_indices(len(people), 1)
    distance = np.linalg.norm(found[first] - found[second], axis=1)
    order = np.argsort(distance)
    same = (people[first] == people[second])[order]
    right = np.cumsum(same) + (len(same) - same.sum()) - np.cumsum(~same)
    return float(right.max() / len(same))


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"pairAccuracy": best_accuracy(*embeddings(asked["folder"], asked["models"]))}), flush=True)
