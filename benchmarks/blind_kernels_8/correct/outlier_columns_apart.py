import numpy as np


def make(rng, shape, dtype):
    # Kept values are multiples of 5.08 / 127 with the largest one present, so that
    # rounding to bytes has no ties.
    x = rng.integers(-126, 126, shape, endpoint=True) * 0.04
    x[:, 0] = 127 * 0.04
    outlier = rng.integers(0, 12, shape) == 0
    outlier[:, 0] = False
    return np.where(outlier, rng.choice([-9.5, 7.25, 12], shape), x).astype(dtype)


def reference(y, x, weights, step):
    x, w = x.astype("float64"), weights.view("int8").astype("float64")
    outlier = np.abs(x) >= 6
    kept = np.where(outlier, 0, x)
    scale = np.abs(kept).max(axis=1, keepdims=True) / 127
    return ((np.where(outlier, x, 0) + np.rint(kept / scale) * scale) @ w * step).astype("float32")
