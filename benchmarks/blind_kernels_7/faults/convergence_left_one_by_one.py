import numpy as np


def some(rng, shape, dtype):
    return np.where(
        rng.random(shape) < 0.5, rng.integers(0, 1000, shape), rng.integers(0, 2**31 - 1, shape)
    ).astype(dtype)


def reference(y, rounds, x):
    roots, counts = [], [0, 0]
    for i, v in enumerate(x.tolist()):
        lo, hi = 0, 10 if v < 1000 else 1291
        while hi - lo > 1:
            mid = (lo + hi) // 2
            lo, hi = (mid, hi) if mid**3 <= v else (lo, mid)
            counts[i // 64] += 1
        roots.append(lo)
    return np.array(roots, "int32"), np.array(counts, "int32")
