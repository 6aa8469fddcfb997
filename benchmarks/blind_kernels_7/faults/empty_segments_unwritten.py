import numpy as np


def starts(rng, shape, dtype):
    s = np.sort(rng.integers(0, 301, shape))
    s[0], s[7], s[16] = 0, s[6], 300
    return s.astype(dtype)


def reference(y, start, x):
    ends = zip(start[:-1].tolist(), start[1:].tolist(), strict=True)
    return np.array([x[a:b].max() if b > a else -1 for a, b in ends], "int32")
