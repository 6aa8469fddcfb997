import numpy as np


def reference(y, x):
    square = np.pad(x.astype("float64") ** 2, ((0, 0), (2, 2), (0, 0)))
    sums = sum(square[:, k : k + 16] for k in range(5))
    return (x / (2 + 0.1 * sums) ** 0.75).astype("float32")
