import numpy as np


def reference(y, x):
    return np.full(4, x.sum(dtype="int32"), "int32")
