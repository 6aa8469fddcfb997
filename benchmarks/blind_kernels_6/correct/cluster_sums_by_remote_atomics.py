import numpy as np


def reference(y, x):
    s = x.reshape(2, 4, 4, 16).sum(axis=1)
    return (np.tile(s.reshape(8, 16), 4) + np.arange(64)).astype("int32")
