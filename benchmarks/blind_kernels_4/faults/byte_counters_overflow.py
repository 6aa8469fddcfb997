import numpy as np


def reference(y, x):
    return np.stack([(x == b).sum(axis=0) for b in range(4)], axis=1).astype("int32")
