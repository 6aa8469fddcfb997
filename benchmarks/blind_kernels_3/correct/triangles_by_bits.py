import numpy as np


def reference(y, x):
    a = (x[:, None] >> np.arange(32, dtype="uint32") & 1).astype("int64")
    a = ((a + a.T) > 0) & ~np.eye(32, dtype=bool)
    a = a.astype("int64")
    return np.diag(a @ a @ a) // 2
