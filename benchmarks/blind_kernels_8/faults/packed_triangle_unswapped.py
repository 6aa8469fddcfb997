import numpy as np


def reference(y, a, b, table):
    full = np.zeros((20, 20), "int32")
    full[np.tril_indices(20)] = table
    full = np.where(np.tri(20, dtype=bool), full, full.T)
    return full[a, b]
