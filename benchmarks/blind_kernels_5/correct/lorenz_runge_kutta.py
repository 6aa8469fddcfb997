import numpy as np


def derivative(s):
    x, y, z = s.T
    return np.stack([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z], axis=1)


def reference(y, start):
    s, h = start, 0.01
    for _ in range(20):
        k1 = derivative(s)
        k2 = derivative(s + h / 2 * k1)
        k3 = derivative(s + h / 2 * k2)
        k4 = derivative(s + h * k3)
        s = s + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return s
