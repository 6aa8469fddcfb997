import numpy as np


def reference(y, diagonal, x, n):
    out = np.zeros(100)
    for k, o in enumerate((-7, -1, 0, 2, 20)):
        for r in range(max(0, -o), min(100, 100 - o)):
            out[r] += float(diagonal[k, r]) * float(x[r + o])
    return out.astype("float32")
