import numpy as np


def reference(answer, x, ends):
    out = np.zeros((2, 128), "int32")
    for b in range(2):
        for q, (i, j) in enumerate(ends[b].tolist()):
            out[b, q] = x[b, min(i, j) : max(i, j) + 1].max()
    return out
