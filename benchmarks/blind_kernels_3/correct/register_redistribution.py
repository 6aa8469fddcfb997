import numpy as np


def reference(y, x):
    x = x.astype("float64")
    return sum(k * np.roll(x, -k, axis=1) for k in range(8))
