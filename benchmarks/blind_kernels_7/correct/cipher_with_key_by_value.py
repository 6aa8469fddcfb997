import numpy as np


def reference(sealed, again, x, key):
    k = [19088743, 2309737967, 4275878552, 1985229328]
    m = 0xFFFFFFFF
    out = np.zeros((128, 2), "uint32")
    for i, (a, b) in enumerate(x.tolist()):
        s = 0
        for _ in range(32):
            a = a + ((((b << 4 & m) ^ (b >> 5)) + b) ^ (s + k[s & 3])) & m
            s = s + 0x9E3779B9 & m
            b = b + ((((a << 4 & m) ^ (a >> 5)) + a) ^ (s + k[s >> 11 & 3])) & m
        out[i] = a, b
    return out, x
