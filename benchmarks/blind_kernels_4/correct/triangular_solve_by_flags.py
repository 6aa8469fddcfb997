import numpy as np


# Row r has min(r, 5) entries: the previous column and others before it.
def make_starts(rng, shape, dtype):
    return np.concatenate([[0], np.cumsum([min(r, 5) for r in range(16)])]).astype(dtype)


def make_columns(rng, shape, dtype):
    rows = [[r - 1, *rng.choice(r - 1, min(r, 5) - 1, replace=False)] for r in range(1, 16)]
    return np.concatenate(rows).astype(dtype)


def reference(x, solved, values, columns, starts, diagonal, b):
    x = np.zeros(16)
    for r in range(16):
        s = slice(starts[r], starts[r + 1])
        x[r] = (b[r] - values[s].astype("float64") @ x[columns[s]]) / diagonal[r]
    return x.astype("float32"), np.ones(16, dtype="int32")
