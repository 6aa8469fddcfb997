import numpy as np


def reference(y, x, w, size):
    p = np.pad(x.astype("float64"), 1)
    return sum(w[i, j] * p[i : i + 32, j : j + 32] for i in range(3) for j in range(3))
