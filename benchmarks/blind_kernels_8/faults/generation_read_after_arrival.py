import numpy as np


def mixed(x, factor):
    return x * np.uint32(factor) + np.roll(x, -1, axis=0)[:, ::-1]


def reference(a, b, count, generation):
    for _ in range(3):
        b = mixed(a, 3)
        a = mixed(b, 5)
    return a, b, np.zeros(1, "int32"), np.full(1, 6, "int32")
