import numpy as np


def reference(y):
    out = []
    for v in range(1, 673, 7):
        n = 0
        while v != 1:
            v = 3 * v + 1 if v & 1 else v // 2
            n += 1
        out.append(n)
    return np.array(out)
