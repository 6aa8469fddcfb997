import numpy as np


def reference(y, rows, x):
    return x.sum(axis=1, dtype="int32"), np.pad(x, ((0, 0), (0, 5)))
