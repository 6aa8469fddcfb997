import numpy as np


def reference(y, x, w):
    x, v = x.astype("float64"), w[::-1].astype("float64")
    i = np.arange(64)
    return (x[:, (i[:, None] + i) % 64] @ v).astype("float32")
