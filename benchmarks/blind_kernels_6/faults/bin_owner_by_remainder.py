import numpy as np


def reference(count, x):
    return np.bincount(x >> 26, minlength=64).astype("int32")
