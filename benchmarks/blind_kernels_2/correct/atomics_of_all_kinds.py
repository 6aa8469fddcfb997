import numpy as np


def make(rng, shape, dtype):
    m = 2**64 - 1
    return np.array([m, 0, m, 0, 0, 0], dtype=dtype)


def reference(y, w, x):
    f = (
        np.bitwise_and.reduce(x | np.uint64(0xFFFF)),
        np.bitwise_or.reduce(x & np.uint64(0xFF00FF00FF)),
    )
    out = [x.min(), x.max(), *f, np.bitwise_xor.reduce(x), x.sum(dtype="uint64")]
    return np.array(out, dtype="uint64"), np.array([128 % 50, 22, 2**32 - 384], dtype="uint32")
