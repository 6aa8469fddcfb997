import numpy as np


def make(rng, shape, dtype):
    return (np.arange(24) * 5 % 64).astype(dtype)


def reference(found, keys, queries):
    return np.isin(queries, keys).astype("int32")
