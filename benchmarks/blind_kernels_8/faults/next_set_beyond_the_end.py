import numpy as np


def make(rng, shape, dtype):
    x = rng.integers(-2, 2, shape, endpoint=True)
    x[-5:] = 0
    return x


def reference(y, x, n):
    places = np.flatnonzero(x)
    y = np.full(n, -1, "int32")
    for i in range(n):
        later = places[places >= i]
        if len(later):
            y[i] = later[0] - i
    return y
