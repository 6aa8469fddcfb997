import numpy as np


def reference(y, x, n):
    return np.array([x[16 * b : 16 * b + 16].sum(dtype="float64") for b in range(8)], "float32")
