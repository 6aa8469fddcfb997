import numpy as np


def permutations(rng, shape, dtype):
    return np.array([rng.permutation(64), np.arange(64) ^ 21], dtype=dtype)


def reference(y, p):
    y = np.full((2, 64), -1, dtype="int32")
    for row, following in zip(y, p, strict=True):
        for i in range(64):
            j = i
            while row[j] < 0:
                row[j] = i
                j = following[j]
    return y
