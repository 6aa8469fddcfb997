import numpy as np


def reference(y, x):
    return x[:, :, ::-1] - np.arange(5, dtype=x.dtype)[:, None]
