import numpy as np


def reference(y, s, v):
    e = np.exp(s.astype("float64")) * np.tril(np.ones((32, 32)))
    return (e / e.sum(axis=1, keepdims=True)) @ v.astype("float64")
