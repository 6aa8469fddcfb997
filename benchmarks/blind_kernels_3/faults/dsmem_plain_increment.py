import numpy as np


def reference(y, x):
    return np.stack([np.bincount(r, minlength=8) for r in (x & 7).astype("int64").reshape(2, 128)])
