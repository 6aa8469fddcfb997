import numpy as np


def reference(y, kind, size):
    a, b, c = size.astype("float64").T
    triangle = 0.25 * np.sqrt((a + b + c) * (b + c - a) * (a + c - b) * (a + b - c))
    return np.choose(kind, [np.pi * a * a, a * b, triangle]).astype("float32")
