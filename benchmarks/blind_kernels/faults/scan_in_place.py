import numpy as np


def reference(y, x):
    return np.cumsum(x.reshape(2, 256), axis=1, dtype="int32").reshape(-1)
