import numpy as np


def prefixes(rng, shape, dtype):
    return rng.integers(2**31, 2**32, shape, dtype=np.uint64).astype(dtype)


def lengths(rng, shape, dtype):
    return np.array([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 8, 16], dtype)


def reference(y, address, prefix, length):
    out = []
    for a in address.tolist():
        fits = [
            (n, -k)
            for k, (p, n) in enumerate(zip(prefix.tolist(), length.tolist(), strict=True))
            if a >> 32 - n == p >> 32 - n
        ]
        out.append(-max(fits)[1])
    return np.array(out, "int32")
