import numpy as np


def reference(y, count, x):
    rows = [x]
    for _ in range(3):
        rows.append(rows[-1] + np.roll(rows[-1], -32))
    return np.stack(rows), np.array([12])
