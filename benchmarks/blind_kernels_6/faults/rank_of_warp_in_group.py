import numpy as np


def reference(out, x):
    y = np.zeros((2, 32), "int32")
    for w, row in enumerate(x.reshape(2, 32)):
        v = row[row > 4]
        y[w, : len(v)] = v
    return y.reshape(64)
