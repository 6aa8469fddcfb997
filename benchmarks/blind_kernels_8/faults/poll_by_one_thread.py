import numpy as np


def reference(y, buffer, flag, x):
    buffer = x ^ np.arange(64, dtype="int32")
    return buffer[::-1] * 3, buffer, np.ones(1, "int32")
