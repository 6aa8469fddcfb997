import numpy as np


def parents(rng, shape, dtype):
    p = [0] + [int(rng.integers(max(0, i - 5), i)) for i in range(1, 64)]
    return np.array(p, dtype)


def reference(answer, parent, pair):
    def path(v):
        out = [v]
        while v:
            v = int(parent[v])
            out.append(v)
        return out

    return np.array([next(v for v in path(a) if v in path(b)) for a, b in pair.tolist()], "int32")
