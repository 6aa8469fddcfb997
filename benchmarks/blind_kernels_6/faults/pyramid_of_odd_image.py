import numpy as np


def reference(out, img):
    p = np.pad(img.astype("float64"), ((0, 1), (0, 1)), mode="edge")
    return (p.reshape(11, 2, 13, 2).sum(axis=(1, 3)) / 4).astype("float32")
