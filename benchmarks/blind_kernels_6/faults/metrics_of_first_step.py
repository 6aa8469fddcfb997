import numpy as np


def reference(cost, observed):
    s = np.arange(64)
    p = (s[:, None] * 2 + np.arange(2)) % 64
    out = np.zeros((2, 64), "int32")
    for b in range(2):
        m = s.copy()
        for o in observed[b]:
            m = (m[p] + np.abs(o - (p * 7 + s[:, None]) % 16)).min(axis=1)
        out[b] = m
    return out
