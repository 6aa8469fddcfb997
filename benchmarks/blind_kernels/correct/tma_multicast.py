import numpy as np


def reference(y, x):
    tiles = x.reshape(2, 1, 16, 32)
    return (tiles * np.array([1, 2], "int32").reshape(1, 2, 1, 1)).reshape(4, 16, 32)
