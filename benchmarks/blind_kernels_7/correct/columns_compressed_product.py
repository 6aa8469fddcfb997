import numpy as np


def starts(rng, shape, dtype):
    cuts = np.sort(rng.integers(0, 481, 15))
    return np.concatenate([[0], cuts, [480]]).astype(dtype)


def reference(y, start, row, value, x):
    out = np.zeros(40, "int64")
    column = np.searchsorted(start, np.arange(480), side="right") - 1
    np.add.at(out, row, value.astype("int64") * x[column] & 0xFFFFFFFF)
    return (out & 0xFFFFFFFF).astype("uint32").view("int32")
