import numpy as np


def grids():
    def fill(g):
        i = len(g)
        if i == 16:
            yield tuple(g)
            return
        for d in range(4):
            if all(
                g[j] != d
                for j in range(i)
                if j // 4 == i // 4
                or j % 4 == i % 4
                or (j // 8, j % 4 // 2) == (i // 8, i % 4 // 2)
            ):
                yield from fill([*g, d])

    return np.array(list(fill([])))


def make(rng, shape, dtype):
    g = grids()
    out = np.zeros(shape, dtype)
    for t in range(shape[0]):
        keep = rng.choice(16, 3 + t % 5, replace=False)
        solved = g[rng.integers(len(g))]
        out[t] = sum((int(solved[i]) + 1) << (4 * int(i)) for i in keep)
    return out


def reference(solutions, given):
    g, out = grids(), np.zeros(32, "int32")
    for t in range(32):
        fits = np.ones(len(g), bool)
        for i in range(16):
            d = (int(given[t]) >> (4 * i) & 15) - 1
            if d >= 0:
                fits &= g[:, i] == d
        out[t] = fits.sum()
    return out
