import numpy as np


def reference(y, x):
    out = []
    for half, rounds in ((x[:16], 3), (x[16:], 5)):
        for _ in range(rounds):
            half = half + np.roll(half, -1)
        out.append(half)
    return np.concatenate(out)
