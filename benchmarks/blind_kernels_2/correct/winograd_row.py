import numpy as np


def reference(y, x, w):
    return np.correlate(x.astype("float64"), w.astype("float64"), "valid")
