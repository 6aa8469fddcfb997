import numpy as np


def reference(segment, case_of, offset, z):
    b = (z > 4).astype("int64")
    c = b[:-1, :-1] | b[:-1, 1:] << 1 | b[1:, 1:] << 2 | b[1:, :-1] << 3
    n = np.array([0, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 0])[c].ravel()
    out = [t * 32 + c.flat[t] * 2 + k for t in range(256) for k in range(n[t])]
    segments = np.zeros(512, "int32")
    segments[: len(out)] = out
    return segments, c.astype("uint8"), np.append(0, np.cumsum(n)).astype("int32")
