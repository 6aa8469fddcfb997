import numpy as np


def reference(q, scale, x):
    m = np.abs(x).max(axis=1)
    q = np.rint(x * (np.float32(127) / m)[:, None]).astype("int8")
    return q, m / np.float32(127)
