import numpy as np


def make(rng, shape, dtype):
    cuts = np.sort(rng.integers(0, 150, 17, endpoint=True))
    return np.concatenate([[0, 0], cuts, [150, 150]]).astype(dtype)


def reference(y, values, columns, starts, x):
    products = values.astype("float64") * x[columns]
    return np.array([products[starts[r] : starts[r + 1]].sum() for r in range(20)], dtype="float32")
