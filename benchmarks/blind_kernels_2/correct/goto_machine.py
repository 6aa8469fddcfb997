import numpy as np


def reference(y, x):
    out = []
    for v in x.tolist():
        n, odd = 0, v & 1
        for _ in range(12):
            if odd:
                n ^= v & 255
                v = (v * 5 + 1) & 0xFFFFFFFF
                odd = not v & 2
            else:
                n += 3
                v = (v >> 1 | v << 31) & 0xFFFFFFFF
                odd = bool(v & 4)
        out.append(n)
    return np.array(out)
