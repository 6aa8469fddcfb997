import numpy as np


def reference(u):
    before = now = u.astype("float64")
    for _ in range(10):
        new = 2 * now - before + 0.25 * (np.roll(now, 1) - 2 * now + np.roll(now, -1))
        before, now = now, new
    return now.astype("float32")
