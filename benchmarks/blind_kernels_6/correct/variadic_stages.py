import numpy as np


def reference(y, x):
    v = -((x.astype("float64") + 0.25) ** 2)
    return ((np.clip(v, -1, 1) / 2 + 0.25) * 6).astype("float32")
