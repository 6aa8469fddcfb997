import numpy as np


def reference(total, size):
    return np.array([size[k::3].astype("uint64").sum() for k in range(3)], "uint64")
