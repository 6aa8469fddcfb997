import numpy as np


def reference(y, value, flags, x):
    total = x.sum(dtype="int32")
    return np.array([total * 2], "int32"), np.array([total], "int32"), np.ones(2, "int32")
