import numpy as np

M = 0xFFFFFFFF


def reference(out, text, key):
    res = text.copy()
    k = [int(v) for v in key]
    for i in range(128):
        a, b, s = i, ~i & M, 0
        for _ in range(32):
            a = (a + ((((b << 4) & M ^ b >> 5) + b) & M ^ (s + k[s & 3]) & M)) & M
            s = (s + 0x9E3779B9) & M
            b = (b + ((((a << 4) & M ^ a >> 5) + a) & M ^ (s + k[s >> 11 & 3]) & M)) & M
        res[i, 0] ^= np.uint32(a)
        res[i, 1] ^= np.uint32(b)
    return res
