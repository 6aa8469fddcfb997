import numpy as np


def reference(quads, pairs, total, x):
    v = x.astype("float64")
    i = np.arange(256)
    q, p = quads.astype("float64"), pairs.astype("float64")
    np.add.at(q, i % 8, v)
    np.add.at(p, i * 3 % 16, v[:, ::2] - v[:, 1::2])
    return q, p, (v[:, 0] * v[:, 3]).reshape(4, 64).sum(axis=1)
