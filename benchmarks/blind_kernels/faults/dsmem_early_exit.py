import numpy as np


def reference(y, x):
    return (x ^ np.int32(5)).reshape(2, 2, 64)[:, ::-1, ::-1].reshape(-1)
