import numpy as np


def reference(y, x):
    w = np.array([1, 4, 6, 4, 1]) / 16
    p = np.pad(x.astype("float64"), 2, mode="edge")
    p = sum(w[k] * p[:, k : k + 16] for k in range(5))
    return sum(w[k] * p[k : k + 16] for k in range(5)).astype("float32")
