import numpy as np


def make(rng, shape, dtype):
    b = rng.integers(0, 2**32, shape, dtype="uint64").astype(dtype)
    b[1] = 0xFFFFFFFF
    b[2, 5:20] = 0xFFFFFFFF
    return b


def reference(sum, a, b):
    out = np.zeros((4, 32), "uint32")
    for r in range(4):
        v = sum_of(a[r]) + sum_of(b[r])
        out[r] = [(v >> (32 * i)) & 0xFFFFFFFF for i in range(32)]
    return out


def sum_of(limbs):
    return sum(int(v) << (32 * i) for i, v in enumerate(limbs))
