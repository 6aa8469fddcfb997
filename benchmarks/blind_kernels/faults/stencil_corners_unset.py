import numpy as np


def reference(y, x):
    p = np.pad(x.astype("float64"), 1, mode="wrap")
    return sum(p[i : i + 32, j : j + 32] for i in range(3) for j in range(3)) / 9
