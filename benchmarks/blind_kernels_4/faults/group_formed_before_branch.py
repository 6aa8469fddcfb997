import numpy as np


def reference(marks, count, x):
    n = int((x > 0).sum())
    return (np.arange(64) < n).astype("int32"), np.array([n], dtype="int32")
