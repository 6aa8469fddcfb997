import numpy as np


def make(rng, shape, dtype):
    return np.full(shape, np.inf).view("uint64")


def reference(least, total, x):
    return np.array([x.min()]).view("uint64"), np.array([(np.floor(x * 8) / 8).sum() + 0.0]).view(
        "uint64"
    )
