import numpy as np


def scales(rng, shape, dtype):
    return np.array([1, 0, 130, 60], dtype)


def reference(y, x, scale):
    s = np.ldexp(1.0, scale.astype(int) - 127 + 36 - 6)
    return (x * s[:, None]).astype("float32")
