import numpy as np


def reference(y, x):
    return np.diff(x, axis=1, append=x[:, -1:])
