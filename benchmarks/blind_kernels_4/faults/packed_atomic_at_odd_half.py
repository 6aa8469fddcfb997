import numpy as np


def reference(y, x):
    y = np.zeros(65, dtype="float32")
    y[:64] += x
    y[1:] += x
    return y.astype("float16")
