import numpy as np


def make(rng, shape, dtype):
    return np.concatenate([[0], rng.permutation([64, 0, 4, 60, 20, 36]).cumsum()])


def reference(sum, top, x, start):
    rows = [x[a:b] for a, b in zip(start, start[1:], strict=False)]
    return np.array([r.sum() for r in rows], "int32"), np.array(
        [max(r, default=-(2**31)) for r in rows], "int32"
    )
