import numpy as np


def reference(y, words):
    number = sum(int(w) << (32 * k) for k, w in enumerate(words))
    return np.array([number >> (7 * k) & 127 for k in range(96)], "uint32")
