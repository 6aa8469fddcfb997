import numpy as np


def reference(a, angle):
    m = a.astype("float64")
    for r, t in enumerate(angle.astype("float64")):
        k, s = np.cos(t), np.sin(t)
        m[r], m[r + 1] = k * m[r] + s * m[r + 1], k * m[r + 1] - s * m[r]
    return m.astype("float32")
