import numpy as np


def reference(y, sums, x, n):
    sums = np.pad(x, (0, 64)).reshape(8, 32).sum(axis=1, dtype="int32")
    return x - np.int32(x.sum() // 192), sums
