import numpy as np


def reference(core, start, to):
    a = np.zeros((48, 48), dtype=bool)
    a[start, to] = a[to, start] = True
    np.fill_diagonal(a, False)
    core, alive, k = np.zeros(48, dtype="int32"), np.ones(48, dtype=bool), 0
    while alive.any():
        peel = alive & (a[:, alive].sum(axis=1) <= k)
        core[peel] = k
        alive &= ~peel
        k += not peel.any()
    return core
