import numpy as np


def reference(y, x):
    acc = np.zeros((2, 32))
    for k in range(6):
        acc = acc / 2 + np.roll(x[:, k].astype("float64"), -7, axis=1)
    return acc.reshape(-1)
