import numpy as np


def slices(rng, shape, dtype):
    return np.array([0, 8 * 32, 13 * 32, 15 * 32], dtype)


def reference(y, slices_, row, column, value, x):
    out = np.zeros(96, "int64")
    for s in range(3):
        for k in range(slices_[s], slices_[s + 1]):
            out[row[s * 32 + k % 32]] += int(value[k]) * int(x[column[k]])
    return (out & 0xFFFFFFFF).astype("uint32").view("int32")
