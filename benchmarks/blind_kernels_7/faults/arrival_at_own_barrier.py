import numpy as np


def reference(y, x):
    return x[[1, 0, 3, 2]][:, np.arange(32) ^ 3]
