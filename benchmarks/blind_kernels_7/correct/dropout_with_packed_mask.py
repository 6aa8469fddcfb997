import numpy as np


def reference(y, dx, mask, x, dy, seed):
    m = 0xFFFFFFFF
    keep = []
    for i in range(192):
        v = 77 ^ (i * 2654435761 & m)
        v = (v ^ 61) ^ v >> 16
        v = v * 9 & m
        v ^= v >> 4
        v = v * 0x27D4EB2D & m
        keep.append((v ^ v >> 15) >> 30 != 0)
    keep = np.array(keep)
    bits = (keep.reshape(6, 32) << np.arange(32, dtype="uint64")).sum(axis=1).astype("uint32")
    four_thirds = np.float32(4.0) / np.float32(3)
    zero = np.float32(0)
    return np.where(keep, x * four_thirds, zero), np.where(keep, dy * four_thirds, zero), bits
