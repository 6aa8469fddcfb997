import numpy as np


def reference(y, rounds, x):
    s = np.fmod(x, np.int32(50)).reshape(2, 8, 16)
    out, counts = np.empty_like(s), []
    for b in range(2):
        v, count = s[b], 0
        while True:
            w = v.copy()
            w[:, :-1] = np.maximum(v[:, :-1], v[:, 1:])
            count += 1
            if (w == v).all():
                break
            v = w
        out[b] = v
        counts.append(count)
    return out.reshape(2, 128), np.array(counts, "int32")
