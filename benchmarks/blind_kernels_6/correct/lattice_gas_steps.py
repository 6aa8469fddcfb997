import numpy as np

EX, EY = [0, 1, 0, -1, 0, 1, -1, -1, 1], [0, 0, 1, 0, -1, 1, 1, -1, -1]


def step(g):
    f = np.array([np.roll(g[k], (EY[k], EX[k]), (0, 1)) for k in range(9)])
    r = f.sum(axis=0)
    u, v = np.tensordot(EX, f, 1) / r, np.tensordot(EY, f, 1) / r
    w = [4 / 9] + [1 / 9] * 4 + [1 / 36] * 4
    out = []
    for k in range(9):
        e = 3 * (EX[k] * u + EY[k] * v)
        out.append(f[k] + 1.25 * (w[k] * r * (1 + e + e * e / 2 - 1.5 * (u * u + v * v)) - f[k]))
    return np.array(out)


def reference(a, b):
    two = step(step(a.astype("float64")))
    return two.astype("float32"), step(two).astype("float32")
