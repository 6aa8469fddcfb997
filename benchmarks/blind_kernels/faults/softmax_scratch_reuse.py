import numpy as np


def reference(y, x):
    e = np.exp(x.astype("float64") - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
