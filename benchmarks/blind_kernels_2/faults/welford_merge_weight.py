import numpy as np


def reference(y, x):
    x = x.astype("float64")
    return np.stack([x.mean(axis=1), x.var(axis=1)], axis=1)
