import numpy as np


def reference(y, head, x):
    return np.array([x.sum(dtype="int32"), 5, 5], dtype="int32"), np.array([8], dtype="int32")
