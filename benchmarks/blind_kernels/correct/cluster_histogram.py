import numpy as np


def reference(bins, x):
    i = np.arange(1024) % 256
    b = (x.astype("int64") * 5 + i) & 63
    return np.stack([np.bincount(row, minlength=64) for row in b]).astype("uint32")
