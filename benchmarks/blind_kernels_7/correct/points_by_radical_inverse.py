import numpy as np


def reference(x, y, skip):
    n = np.arange(192) + int(skip)
    bits = [int(format(v, "032b")[::-1], 2) for v in n.tolist()]
    r, f, k = np.zeros(192), 1.0, n.copy()
    for _ in range(10):
        f /= 3
        r += f * (k % 3)
        k //= 3
    return np.array(bits, "uint32"), r
