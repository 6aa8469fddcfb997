import numpy as np


def experts(rng, shape, dtype):
    return rng.permutation(np.arange(48) % 4).astype(dtype)


def reference(slots, expert):
    return np.array([np.flatnonzero(expert == e)[:8] for e in range(4)], dtype="int32")
