import numpy as np


def reference(y, weight, other):
    y = np.zeros(8, dtype="int32")
    for c in range(8):
        edges = [i for i in range(64) if i % 8 == c or other[i] == c]
        y[c] = min(edges, key=lambda i: (weight[i], i))
    return y
