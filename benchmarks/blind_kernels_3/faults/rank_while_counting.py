import numpy as np


def reference(y, x):
    d = (x >> 29).astype("int64").reshape(2, 128)
    return np.stack([np.bincount(r, minlength=8)[r] for r in d]).reshape(y.shape)
