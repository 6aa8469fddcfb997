import numpy as np


def reference(y, x):
    odd = ((x & 1).astype("int64") << np.arange(20)).sum(axis=1, keepdims=True)
    return np.roll(x, -1, axis=1)[:, ::-1] ^ odd.astype(x.dtype)
