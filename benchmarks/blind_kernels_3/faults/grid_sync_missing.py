import numpy as np


def smooth(v):
    return np.roll(v, 1) + 2 * v + np.roll(v, -1)


def reference(y, tmp, x):
    x = x.astype("int64")
    return smooth(smooth(x)), smooth(x)
