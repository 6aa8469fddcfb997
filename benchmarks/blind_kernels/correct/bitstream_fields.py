import numpy as np


def reference(fields, packed, words):
    w = [int(v) * 2246822519 & 0xFFFFFFFF for v in words]
    stream = sum(v << 32 * i for i, v in enumerate(w))
    f = [stream >> 11 * i & 2047 for i in range(128)]
    out = sum(v << 13 * i for i, v in enumerate(f))
    return np.array(f, "uint32"), np.array(
        [out >> 32 * i & 0xFFFFFFFF for i in range(52)], "uint32"
    )
