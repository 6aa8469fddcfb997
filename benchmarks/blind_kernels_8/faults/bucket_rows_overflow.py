import numpy as np


def reference(y, kept, x):
    y = np.zeros((4, 16), "int32")
    for r, row in enumerate(x):
        odd = row[row % 2 != 0][:16]
        y[r, : len(odd)] = odd
    return y, np.minimum((x % 2 != 0).sum(axis=1), 16).astype("int32")
