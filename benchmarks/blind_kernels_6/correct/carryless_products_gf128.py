import numpy as np


def reference(z, x, h):
    out = np.zeros((128, 2), "uint64")
    b = int(h[0]) | int(h[1]) << 64
    for i in range(128):
        a, p = int(x[i, 0]) | int(x[i, 1]) << 64, 0
        for k in range(128):
            if a >> k & 1:
                p ^= b << k
        for k in range(254, 127, -1):
            if p >> k & 1:
                p ^= (1 << 128 | 0x87) << (k - 128)
        out[i] = [p & 0xFFFFFFFFFFFFFFFF, p >> 64]
    return out
