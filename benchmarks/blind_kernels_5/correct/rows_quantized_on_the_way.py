import numpy as np


def reference(y, x, w):
    largest = abs(x).max(axis=1, keepdims=True)
    q = np.rint(x * (np.float32(127) / largest)).astype("int64")
    return (q @ w.astype("int64").T * (largest.astype("float64") / 127)).astype("float32")
