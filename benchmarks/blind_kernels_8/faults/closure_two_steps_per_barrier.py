import numpy as np


def reference(y, x):
    i = np.arange(64)
    row = [int(v) for v in x[i] & x[63 - i] & x[i ^ 21]]
    for k in range(64):
        row = [r | row[k] if r >> k & 1 else r for r in row]
    return np.array(row, "uint64")
