import numpy as np


def reference(y, x, place, n):
    x = np.pad(x.astype("float64"), 1, mode="edge")
    i = np.minimum(place.astype("int64"), n - 2)
    u = place.astype("float64") - i
    a, b, c, d = (x[i + k] for k in range(4))
    return (
        b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)))
    ).astype("float32")
