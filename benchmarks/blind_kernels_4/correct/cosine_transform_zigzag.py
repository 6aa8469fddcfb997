import numpy as np


def reference(y, x):
    k = np.arange(8)
    d = np.cos((2 * k + 1) * k[:, None] * np.pi / 16) / 2
    d[0] /= np.sqrt(2)
    z = (d @ x.astype("float64") @ d.T).reshape(3, 64)
    cells = [(r, c) for r in range(8) for c in range(8)]
    cells.sort(key=lambda p: (p[0] + p[1], p[0] if (p[0] + p[1]) % 2 else -p[0]))
    return z[:, [r * 8 + c for r, c in cells]].astype("float32")
