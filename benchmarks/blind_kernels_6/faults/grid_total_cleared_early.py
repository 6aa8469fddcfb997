import numpy as np


def reference(seen, total, x):
    totals = x.sum(axis=1) + np.arange(3)
    return np.repeat(totals[:, None], 4, axis=1).astype("int32"), np.full(1, 3, "int32")
