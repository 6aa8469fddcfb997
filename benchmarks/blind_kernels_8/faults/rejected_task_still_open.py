import numpy as np


def reference(y, x, n):
    return (x[x >= 0].sum() + np.arange(64)).astype("int32")
