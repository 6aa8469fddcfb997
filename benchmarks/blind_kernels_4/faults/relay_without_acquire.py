import numpy as np


def reference(y, data, flags, x):
    return 3 * x[::-1] + 1, 3 * x, np.array([1, 1], dtype="int32")
