import numpy as np


def reference(y, x):
    out = np.zeros((4, 34), "float32")
    ring = x[:, 1:33].reshape(128).astype("float64")
    out[:, 1:33] = (0.5 * ring + 0.25 * (np.roll(ring, 1) + np.roll(ring, -1))).reshape(4, 32)
    return out, x
