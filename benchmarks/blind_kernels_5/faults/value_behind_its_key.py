import numpy as np


def reference(y, key, value):
    y = np.zeros(32, dtype="int32")
    y[key] = value
    return y
