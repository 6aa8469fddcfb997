import numpy as np


def starts(rng, shape, dtype):
    return np.array([0, 3, 3, 20, 21, 29, 30, 55, 63, 64, 80, 81, 90, 120, 121, 150, 160], dtype)


def reference(y, start, column, value, x):
    p = value.astype("float64") * x[column]
    return np.array([p[a:b].sum() for a, b in zip(start, start[1:], strict=False)], "float32")
