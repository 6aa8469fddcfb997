import numpy as np


def some(rng, shape, dtype):
    e = np.sort(rng.integers(0, 48, shape), axis=1)
    e[e[:, 0] == e[:, 1]] = [0, 47]
    return e.astype(dtype)


def reference(level, edges, m):
    d = np.zeros(48, "int32")
    for _ in range(48):
        for a, b in edges:
            d[b] = max(d[b], d[a] + 1)
    return d
