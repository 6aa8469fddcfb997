import numpy as np


def reference(y, x):
    v = 2 * x.astype("float64")
    return v + np.roll(v, -5, axis=1) - np.roll(v, -10, axis=1)
