import numpy as np


def make(rng, shape, dtype):
    d = np.full(shape, 1000)
    d[0] = 0
    return d.astype(dtype)


def reference(a, b, edges):
    dist = {0: 0}
    out = []
    for level in range(1, 5):
        found = [v for v in range(64) if v not in dist and any(int(u) in dist for u in edges[v])]
        for v in found:
            dist[v] = level
        reached = [dist.get(v, 1000) for v in range(64)]
        out.append(np.array(reached))
    return out[3], out[2]
