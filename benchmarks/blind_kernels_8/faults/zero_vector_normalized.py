import numpy as np


def make(rng, shape, dtype):
    return rng.integers(-1, 1, shape, endpoint=True).astype(dtype) * rng.choice(
        [1, 0.25], (shape[0], 1)
    )


def reference(y, x):
    length = np.sqrt((x.astype("float64") ** 2).sum(axis=1, keepdims=True))
    return (x / np.where(length > 0, length, 1)).astype("float32")
