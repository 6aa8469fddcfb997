import numpy as np


def make(rng, shape, dtype):
    bits = rng.integers(0, 2**32, shape, dtype="uint32")
    bits[5::13] = 17
    return bits


def reference(y, first, second):
    u = ((first >> 8).astype("float64") + 1) / 2**24
    angle = (second >> 8).astype("float64") / 2**23 * np.pi
    r = np.sqrt(-2 * np.log(u))
    return np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1).astype("float32")
