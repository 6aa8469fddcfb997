import numpy as np


def reference(y, x):
    counts = np.bincount(x.reshape(-1), minlength=64)
    return np.array([[counts[v] if v % 4 == b else 0 for v in range(64)] for b in range(4)])
