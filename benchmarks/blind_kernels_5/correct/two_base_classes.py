import numpy as np


def reference(y, x):
    i = np.arange(64, dtype="int32")
    score = np.where(x % 2 == 0, 3 * x, 5 * x - i + 7)
    marked = np.where(x % 3 == 0, (5 * (x + 1) - i + 7) ^ i, x + 1 + i)
    return (score * 11 + marked).astype("int32")
