import numpy as np


def reference(counts, x):
    return np.bincount(x & 7, minlength=8).astype("int32")
