import numpy as np


def reference(y, x, h):
    full = np.convolve(x.astype("float64"), h.astype("float64"))
    return full[3:1024:4].astype("float32")
