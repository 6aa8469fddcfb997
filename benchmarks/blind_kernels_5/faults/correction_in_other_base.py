import numpy as np


def reference(y, s, v):
    p = np.exp(s.astype("float64"))
    return (p @ v / p.sum(axis=1)).astype("float32")
