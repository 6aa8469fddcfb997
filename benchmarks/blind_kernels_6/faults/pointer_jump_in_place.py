import numpy as np


def make(rng, shape, dtype):
    order = rng.permutation(shape[0])
    parent = np.zeros(shape, dtype)
    for k, v in enumerate(order):
        parent[v] = order[k - 16] if k >= 16 else v
    return parent


def reference(root, parent):
    r = parent.copy()
    for _ in range(8):
        r = parent[r]
    return r
