import numpy as np


def reference(y, next, x):
    return x[:, ::-1] ^ np.arange(16)[:, None], np.array([19])
