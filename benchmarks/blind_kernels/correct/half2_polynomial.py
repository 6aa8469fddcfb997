import numpy as np


def reference(y, x):
    return np.maximum(np.polyval([0.25, -0.5, 0.75, 1.5, -0.125], x.astype("float64")), 0)
