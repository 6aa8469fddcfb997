import numpy as np

VALUES = {0: 0.0, 0x30: 0.5, 0x38: 1.0, 0x3C: 1.5, 0x40: 2.0}


def make(rng, shape, dtype):
    # Few values, so that all sums of products are exact.
    return rng.choice(list(VALUES), shape) + 128 * rng.integers(0, 2, shape)


def decode(x):
    table = [VALUES.get(b % 128, 0) * (-1 if b > 127 else 1) for b in range(256)]
    return np.take(table, x)


def reference(y, a, b):
    return (decode(a) @ decode(b).T).astype("float32")
