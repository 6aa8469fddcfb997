import numpy as np


def reference(y, x, steps):
    p = np.concatenate([np.zeros((4, 32)), x.astype("float64")])
    return sum(p[4 - tap : 44 - tap] * (0.5 - 0.1 * tap) for tap in range(5))
