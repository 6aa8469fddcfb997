import numpy as np


def reference(sum, count, lock, x):
    return np.array([x.sum()], "int32"), np.array([20], "int32"), lock
