import numpy as np


def parents(rng, shape, dtype):
    return np.array([2, 0, 0, 1], dtype=dtype)


def reference(tokens, parent):
    return tokens[parent]
