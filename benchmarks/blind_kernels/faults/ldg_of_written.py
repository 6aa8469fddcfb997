import numpy as np


def reference(y, scratch, x):
    s = np.empty((2, 64), "int32")
    s[:, np.arange(64) * 13 & 63] = x.reshape(2, 64) + np.int32(1)
    return s[:, ::-1].reshape(-1), s.reshape(-1)
