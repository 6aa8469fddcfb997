import numpy as np


def reference(y, x):
    x = x.astype("int64")
    return np.array([(x * np.roll(x, k)).sum() for k in range(64)], "float32")
