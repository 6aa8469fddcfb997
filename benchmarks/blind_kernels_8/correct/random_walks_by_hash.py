import numpy as np


def make(rng, shape, dtype):
    return np.concatenate([[0], np.tile([1, 5, 2, 4], 6).cumsum()])


def reference(visits, last, start, target):
    for walk in range(128):
        node = walk % 24
        for step in range(12):
            visits[node] += 1
            h = ((walk * 12 + step) ^ 0x5BD1E995) * 2654435761 % 2**32
            degree = int(start[node + 1] - start[node])
            node = int(target[int(start[node]) + (h * degree >> 32)])
        last[walk] = node
    return visits, last
