import numpy as np


def reference(bits, key):
    out = np.zeros((2, 128), "uint32")
    for b in range(2):
        h = key[b].astype("uint64")
        for _ in range(3):
            h = ((h ^ (h >> np.uint64(15))) * np.uint64(0x2C1B3C6D)) & np.uint64(0xFFFFFFFF)
            for v in h:
                out[b, int(v) >> 25] |= np.uint32(1 << ((int(v) >> 20) & 31))
    return out
