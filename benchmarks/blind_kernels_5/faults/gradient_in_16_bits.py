import numpy as np


def reference(y, x):
    p = np.pad(x.astype("int64"), 1, mode="edge")
    gx, gy = p[1:-1, 2:] - p[1:-1, :-2], p[2:, 1:-1] - p[:-2, 1:-1]
    return np.where(gx**2 + gy**2 > 30000, 255, 0).astype("uint8")
