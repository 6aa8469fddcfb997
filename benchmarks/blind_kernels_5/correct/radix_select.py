import numpy as np


def keys(rng, shape, dtype):
    x = rng.integers(0, 2**32, shape).astype(dtype)
    x[1] &= np.uint32(0x0F000003)
    return x


def reference(y, above, x, k):
    y = np.array([np.sort(row)[256 - n] for row, n in zip(x, k, strict=True)])
    return y, (x > y[:, None]).sum(axis=1).astype("int32")
