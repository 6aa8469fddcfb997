import numpy as np


def make(rng, shape, dtype):
    x = rng.integers(0, 2**32, shape, dtype="uint32")
    return np.where(rng.integers(0, 8, shape) == 0, 2**32 - 1, x)


def reference(y, odd, x):
    bits = [int(v).bit_count() for v in x]
    return np.bincount(bits, minlength=33).astype("int32"), np.array([(x % 2).sum()], "int32")
