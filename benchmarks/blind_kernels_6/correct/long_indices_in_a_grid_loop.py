import numpy as np


def reference(y, n, stride):
    out = []
    for i in range(1000):
        h = i * 5000000011
        h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        h = (h ^ h >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        out.append(h ^ h >> 31)
    return np.array(out, "uint64")
