import numpy as np


def reference(total, ticket, parts, x, zero, one):
    p = x.reshape(2, 4, 32).sum(axis=2)
    return p.sum(axis=1), np.zeros(1), p[1]
