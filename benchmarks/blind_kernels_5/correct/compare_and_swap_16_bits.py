import numpy as np


def reference(count, x):
    return np.minimum(np.bincount(x, minlength=6), 40).astype("uint16")
