import numpy as np


def reference(u):
    u = u.astype("float64")
    for _ in range(12):
        u = 0.75 * u + 0.25 * np.roll(u, 1)
    return u.astype("float32")
