import numpy as np


def reference(y, x):
    out = []
    for row in (x & 1).reshape(4, 32):
        for i, p in enumerate(row):
            out.append((row[:i] == p).sum() | (row[i:] == p).sum() << 8 | i << 16)
    return np.array(out).reshape(2, 64)
