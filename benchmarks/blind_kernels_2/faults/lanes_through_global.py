import numpy as np


def reference(y, scratch, x):
    s = x.astype("float64") * 3
    return s[:, (np.arange(32) * 5 + 1) % 32], s
