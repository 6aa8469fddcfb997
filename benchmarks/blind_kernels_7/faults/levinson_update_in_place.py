import numpy as np


def correlations(rng, shape, dtype):
    x = rng.standard_normal((2, 400))
    return np.array([[v[: 400 - k] @ v[k:] for k in range(17)] for v in x])


def reference(a, r):
    out = np.zeros((2, 17))
    for b in range(2):
        i, j = np.indices((16, 16))
        out[b, 0] = 1
        out[b, 1:] = np.linalg.solve(r[b][abs(i - j)], -r[b][1:])
    return out
