import numpy as np


def reference(y, x):
    x = x.astype("int64")
    y = x.sum(axis=1)
    y[..., 1] = np.einsum("bkt,k->bt", x[..., 1], np.arange(1, 11))
    y[..., 2] = np.bitwise_xor.reduce(x[..., 2], axis=1)
    y[..., 3] *= -1
    return y.astype("int32")
