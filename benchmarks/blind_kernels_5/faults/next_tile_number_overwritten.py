import numpy as np


def reference(y, counter, x):
    y = 5 * x + np.arange(12, dtype="int32")[:, None]
    return y, np.array([15], dtype="int32")
