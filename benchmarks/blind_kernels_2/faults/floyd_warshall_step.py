import numpy as np


def reference(d):
    d = d.astype("int64") * (1 - np.eye(16, dtype="int64"))
    for k in range(16):
        d = np.minimum(d, d[:, k : k + 1] + d[k : k + 1])
    return d
