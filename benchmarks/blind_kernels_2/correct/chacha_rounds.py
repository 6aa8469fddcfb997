import numpy as np

M = 0xFFFFFFFF


def rot(v, n):
    return (v << n | v >> (32 - n)) & M


def reference(y, x):
    out = []
    for row in x.tolist():
        v = list(row)
        for r in range(20):
            for c in range(4):
                a, b, d, e = (i * 4 + (c + (i if r & 1 else 0)) % 4 for i in range(4))
                for p, q, z, n in ((a, b, e, 16), (d, e, b, 12), (a, b, e, 8), (d, e, b, 7)):
                    v[p] = (v[p] + v[q]) & M
                    v[z] = rot(v[z] ^ v[p], n)
        out.append([(p + q) & M for p, q in zip(row, v, strict=False)])
    return np.array(out)
