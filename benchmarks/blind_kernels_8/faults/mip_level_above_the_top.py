import numpy as np


def make(rng, shape, dtype):
    return rng.integers(0, 16, shape, endpoint=True).astype(dtype) / 4


def reference(y, pyramid, place, detail):
    low = detail.astype("int32")
    high = np.minimum(low + 1, 4)
    first = [0, 16, 24, 28, 30]
    a = pyramid[np.take(first, low) + place // 2**low].astype("float64")
    b = pyramid[np.take(first, high) + place // 2**high].astype("float64")
    return (a + (b - a) * (detail - low)).astype("float32")
