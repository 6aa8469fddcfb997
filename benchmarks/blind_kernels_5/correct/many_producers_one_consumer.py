import numpy as np


def turns(rng, shape, dtype):
    return np.arange(8, dtype=dtype)


def reference(y, turn, tail, x):
    mixed = np.bitwise_xor.reduce(x.ravel())
    return (
        np.array([x.sum(dtype="int32"), mixed], dtype="int32"),
        turn + np.int32(24),
        tail + np.int32(24),
    )
