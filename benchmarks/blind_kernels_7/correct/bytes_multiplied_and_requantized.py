import numpy as np


def reference(y, a, b, bias):
    v = np.maximum(a.astype("int64") @ b.astype("int64").T + bias, 0)
    return np.minimum((v + 512) >> 10, 127).astype("int8")
