import numpy as np


def reference(y, x):
    return np.cumsum(x[:, ::-1], axis=1)[:, ::-1]
