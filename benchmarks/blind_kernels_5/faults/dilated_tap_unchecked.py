import numpy as np


def reference(y, x, w):
    p = np.pad(x.astype("float64"), 4)
    return (w[0] * p[:64] + w[1] * p[4:68] + w[2] * p[8:]).astype("float32")
