import numpy as np


def starts(rng, shape, dtype):
    return np.array([0, 3, 3, 9, 10, 16], dtype=dtype)


def reference(y, table, offsets, indices):
    ends = [*offsets[1:], 20]
    rows = table.astype("float64")[indices]
    sums = [rows[a:b].sum(axis=0) for a, b in zip(offsets, ends, strict=True)]
    return np.array(sums, dtype="float32")
