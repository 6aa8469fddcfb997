import numpy as np


def reference(y, x):
    return np.array([np.bincount(r & 15, minlength=16) for r in x], "int32")
