import numpy as np


def reference(total, parts, x):
    p = np.pad(x.astype("int64"), (0, 56)).reshape(4, 64).sum(axis=1)
    return p.sum(keepdims=True), p
