import numpy as np


def reference(bins, x):
    i = np.arange(4).reshape(1, 4, 1)
    b = (x.reshape(4, 4, 128).astype("int64") * 7 + i) & 63
    return (bins + np.bincount(b.reshape(-1), minlength=64)).astype("int32")
