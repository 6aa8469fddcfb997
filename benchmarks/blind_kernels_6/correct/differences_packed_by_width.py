import numpy as np


def make(rng, shape, dtype):
    steps = rng.integers(-3, 9, shape) * np.array([[1], [50], [1000], [3]])
    return np.cumsum(steps, axis=1).astype(dtype)


def reference(packed, width, x):
    out, widths = np.zeros((4, 32), "uint32"), np.zeros(4, "int32")
    for r in range(4):
        d = np.diff(x[r].astype("int64"), prepend=int(x[r, 0]))
        z = [int(2 * v if v >= 0 else -2 * v - 1) for v in d]
        w = widths[r] = max(z).bit_length()
        all = sum(v << (i * int(w)) for i, v in enumerate(z))
        out[r] = [all >> (32 * i) & 0xFFFFFFFF for i in range(32)]
    return out, widths
