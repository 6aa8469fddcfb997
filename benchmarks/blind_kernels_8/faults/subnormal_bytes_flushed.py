import numpy as np


def make(rng, shape, dtype):
    x = rng.integers(0, 127, shape)
    return np.where(rng.integers(0, 4, shape) == 0, x % 8, x) + 128 * rng.integers(0, 2, shape)


def reference(y, x):
    table = [
        f / 8 / 64 if e == 0 else (1 + f / 8) * 2.0 ** (e - 7) for e in range(16) for f in range(8)
    ]
    return (np.take(table, x % 128) * np.where(x > 127, -1, 1)).astype("float32")
