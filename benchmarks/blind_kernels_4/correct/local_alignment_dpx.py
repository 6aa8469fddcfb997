import numpy as np


def reference(y, a, b):
    h = np.zeros((32, 17, 17), dtype="int32")
    for i in range(1, 17):
        for j in range(1, 17):
            match = h[:, i - 1, j - 1] + np.where(a[:, i - 1] == b[:, j - 1], 3, -2)
            gap = np.maximum(h[:, i - 1, j], h[:, i, j - 1]) - 2
            h[:, i, j] = np.maximum(np.maximum(match, gap), 0)
    return h.max(axis=(1, 2))
