import numpy as np


def reference(y, x, w):
    p = np.pad(x.astype("float64"), ((1, 1), (1, 1), (0, 0)))
    parts = [p[r : r + 6, c : c + 6] * w[r, c] for r in range(3) for c in range(3)]
    return sum(parts).astype("float16")
