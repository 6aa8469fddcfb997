import numpy as np


def reference(y, a, b):
    c = np.zeros((65, 65), dtype="int64")
    for i in range(64):
        for j in range(64):
            c[i + 1, j + 1] = c[i, j] + 1 if a[i] == b[j] else max(c[i, j + 1], c[i + 1, j])
    return c[64:, 64]
