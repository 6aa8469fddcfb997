import numpy as np


def reference(y):
    out = np.zeros((16, 16), dtype="int64")
    for d in range(256):
        x = r = 0
        t, s = d, 1
        while s < 16:
            rx = 1 & (t // 2)
            ry = 1 & (t ^ rx)
            if ry == 0:
                if rx == 1:
                    x, r = s - 1 - x, s - 1 - r
                x, r = r, x
            x, r, t, s = x + s * rx, r + s * ry, t // 4, s * 2
        out[r, x] = d
    return out.reshape(-1)
