import ml_dtypes
import numpy as np


def make(rng, shape, dtype):
    return (rng.uniform(-1, 0.1, shape) * np.array([[1], [30], [0.01], [500]])).astype(dtype)


def reference(q, scale, x):
    e = np.frexp(np.abs(x).max(axis=1))[1]
    s = np.ldexp(np.float32(1), e - 8).astype("float32")
    return (x / s[:, None]).astype(ml_dtypes.float8_e4m3fn).view("uint8"), s
