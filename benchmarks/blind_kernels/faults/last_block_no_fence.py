import numpy as np


def reference(y, x):
    return np.array([x.sum(dtype="float64")])
