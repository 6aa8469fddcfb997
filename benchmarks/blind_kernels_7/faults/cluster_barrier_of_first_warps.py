import numpy as np


def reference(y, x):
    return np.repeat(x.reshape(2, 128).max(axis=1), 2)[:, None] - x
