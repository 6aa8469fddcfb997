import numpy as np


def reference(deck, seed):
    out = np.zeros((64, 52), "uint8")
    m = 0xFFFFFFFF
    for i, s in enumerate(seed.tolist()):
        s |= 1
        d = list(range(52))
        for k in range(51, 0, -1):
            s ^= s << 13 & m
            s ^= s >> 17
            s ^= s << 5 & m
            j = s * (k + 1) >> 32
            d[j], d[k] = d[k], d[j]
        out[i] = d
    return out
