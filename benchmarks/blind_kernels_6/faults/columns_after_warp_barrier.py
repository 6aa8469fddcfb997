import numpy as np


def reference(y, x):
    i = np.arange(8)
    c = np.cos(np.pi * (2 * i + 1) * i[:, None] / 16)
    return (c @ x.astype("float64") @ c.T).astype("float32")
