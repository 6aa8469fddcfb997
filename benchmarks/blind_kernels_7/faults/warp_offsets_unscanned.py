import numpy as np


def reference(y, count):
    return np.cumsum(count, axis=1, dtype="int32") - count
