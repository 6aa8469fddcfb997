import numpy as np


def reference(y, x):
    return (x ^ (x[:, np.arange(64) ^ 1] >> 3)).sum(axis=0, dtype="uint32")
