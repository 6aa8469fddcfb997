import numpy as np


def reference(y, x):
    return np.rint(x * (np.float32(127) / np.abs(x).max(axis=1, keepdims=True))).astype("int64")
