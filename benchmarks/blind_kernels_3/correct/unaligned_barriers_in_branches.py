import numpy as np


def reference(y, x):
    low = np.arange(64) % 32 < 16
    s = x.astype("int64") + np.where(low, 1, -1)
    return s[::-1] * np.where(low, 2, 3)
