import numpy as np


def reference(y, x, w):
    return np.stack([np.convolve(row.astype("int64"), w)[:32] for row in x]).astype("int32")
