import numpy as np


def make(rng, shape, dtype):
    return np.array([100, 230, 310, 500, 640, 777, 900], dtype)


def reference(bucket, key, splitter):
    return np.searchsorted(splitter, key, side="right").astype("int32")
