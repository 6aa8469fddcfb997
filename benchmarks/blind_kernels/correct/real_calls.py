import numpy as np


def reference(y, x):
    def fold(v):
        acc, out = 1, []
        for w in v:
            acc = (acc * 31 + w + 2**31) % 2**32 - 2**31
            out.append(acc)
        return out

    rows = []
    for t, a in enumerate(x.tolist()):
        b = [a[(i + t % 6) % 6] for i in range(6)]
        b[1:5] = fold(b[1:5])
        n = 6 if t & 1 else 2
        a[:n] = fold(a[:n])
        rows.append([b[4], a[n - 1], a[0] ^ a[5] ^ b[4]])
    return np.array(rows, "int32")
