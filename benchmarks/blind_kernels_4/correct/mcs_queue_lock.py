import numpy as np


def reference(sum, entries, x):
    return x.sum(dtype="int32", keepdims=True), np.array([18], dtype="int32")
