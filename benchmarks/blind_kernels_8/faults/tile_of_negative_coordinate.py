import numpy as np


def reference(y, x):
    return np.bincount(x // 16 + 8, minlength=16).astype("int32")
