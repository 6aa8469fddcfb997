import numpy as np


def reference(y, x, cosine, sine):
    m = x.astype("float64")
    for r in range(3):
        g = np.zeros((16, 16))
        for p in range(8):
            i, j = 15 if p == 0 else (r + p) % 15, (r + 15 - p) % 15
            g[i, i] = g[j, j] = cosine[r, p]
            g[i, j], g[j, i] = -sine[r, p], sine[r, p]
        m = g @ m @ g.T
    return m.astype("float32")
