import numpy as np


def reference(y, x):
    box = [0] * 256
    p = q = 1
    while True:
        p = p ^ (p << 1) & 255 ^ (0x1B if p & 128 else 0)
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q &= 255
        if q & 128:
            q ^= 9
        r = q * 257
        box[p] = (q ^ r >> 7 ^ r >> 6 ^ r >> 5 ^ r >> 4 ^ 0x63) & 255
        if p == 1:
            break
    box[0] = 0x63
    return np.take(box, x).astype("uint8")
