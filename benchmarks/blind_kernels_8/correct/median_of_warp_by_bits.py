import numpy as np


def reference(y, x):
    return np.sort(x, axis=1)[:, 15]
