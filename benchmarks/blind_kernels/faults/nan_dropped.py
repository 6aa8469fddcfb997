import numpy as np


def reference(y, x):
    v = x + np.float32(0.97)
    ok = (v >= 0).all(axis=1)
    return np.where(ok, np.sqrt(np.maximum(v, 0).astype("float64").max(axis=1)), -1)
