import numpy as np


def reference(out, img):
    p = np.pad(img.astype("float64"), 1, mode="edge")
    g = p[:, 2:] - p[:, :-2]
    return (g[:-2] + 2 * g[1:-1] + g[2:]).astype("float32")
