import numpy as np


def reference(y, x):
    return np.pad(x, ((0, 0), (0, 64)))[:, ::-1]
