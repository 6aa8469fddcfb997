import numpy as np


def reference(y, a, b):
    a, b = a.astype("float64"), b.astype("float64")
    return np.maximum(a * b + a, 0)
