import numpy as np


def reference(y, x):
    return np.roll(x ^ np.arange(6, dtype="int32")[:, None], -5, axis=2)
