import numpy as np


def reference(y, x):
    x = x.astype("float64")
    a, b = x[:, :32].sum(axis=1), x[:, 32:].sum(axis=1)
    return np.stack([a + b, a - b], axis=1)
