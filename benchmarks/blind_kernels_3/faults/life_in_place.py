import numpy as np


def reference(y, x):
    x = x.astype("int64")
    n = sum(np.roll(x, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1)) - x
    return (n == 3) | ((n == 2) & (x == 1))
