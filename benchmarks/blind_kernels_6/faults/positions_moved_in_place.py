import numpy as np


def reference(moved, x):
    x = x.astype("float64")
    return (x + 0.25 * (np.roll(x, 1) - 2 * x + np.roll(x, -1))).astype("float32")
