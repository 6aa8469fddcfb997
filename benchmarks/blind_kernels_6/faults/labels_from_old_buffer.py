import numpy as np


def reference(a, b):
    def step(x):
        return np.minimum(np.minimum(np.roll(x, 1), x), np.roll(x, -1))

    two = step(step(a))
    return two, step(two)
