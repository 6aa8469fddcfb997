import numpy as np


def reference(y, colour, opacity):
    colour, opacity = colour.astype("float64"), opacity.astype("float64")
    before = np.cumprod(np.vstack([np.ones((1, 64)), 1 - opacity[:-1]]), axis=0)
    return (before * opacity * colour).sum(axis=0).astype("float32")
