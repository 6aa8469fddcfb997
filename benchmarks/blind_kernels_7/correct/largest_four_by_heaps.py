import numpy as np


def reference(top, x):
    return np.sort(x, axis=0)[::-1][:4].T.copy()
