import numpy as np


def reference(y, x):
    v = x.astype("float64")
    r = np.sqrt(v)
    y = np.exp2(v), np.log2(v), 1 / v, 1 / r, r, np.sin(v), np.cos(v), np.tanh(v)
    return np.stack(y).astype("float32")
