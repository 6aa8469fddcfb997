import numpy as np


def reference(y, x):
    return x.sum(axis=0, dtype="int32") + np.arange(4, dtype="int32")[:, None]
