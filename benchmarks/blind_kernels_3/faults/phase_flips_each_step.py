import numpy as np


def reference(y, x):
    return x[:, ::-1] + np.arange(6, dtype=x.dtype)[:, None]
