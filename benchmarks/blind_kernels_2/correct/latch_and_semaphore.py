import numpy as np


def reference(y, slots):
    t = np.arange(32, 96)
    return (t % 32) ** 2 + ((t + 5) % 32) ** 2, np.array([3])
