import numpy as np


def make(rng, shape, dtype):
    return rng.integers(0, 2**28, shape).astype(dtype)


def reference(count, draw, threshold, alias):
    h = (np.arange(256) * 2654435761 + 12345) & 0xFFFFFFFF
    h ^= h >> 15
    h = h.astype("uint64") * np.uint64(2246822519) & np.uint64(0xFFFFFFFF)
    h = (h ^ h >> np.uint64(13)).astype("int64")
    c = h >> 28
    pick = np.where((h & 0xFFFFFFF) < threshold[c], c, alias[c])
    return np.bincount(pick, minlength=16).astype("uint32"), pick.astype("uint8")
