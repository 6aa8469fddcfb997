import numpy as np


def reference(y, x):
    return np.cumsum(x.astype("float64"), axis=1)
