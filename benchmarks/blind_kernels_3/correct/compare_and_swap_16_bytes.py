import numpy as np


def reference(pair, x):
    return np.array([64, x.sum(dtype="uint64")], "uint64")
