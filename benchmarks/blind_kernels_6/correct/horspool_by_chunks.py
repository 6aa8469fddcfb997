import numpy as np


def reference(first, text, pattern):
    data, p = text.tobytes(), pattern.tobytes()
    out = np.full(64, -1, "int32")
    for i in range(64):
        out[i] = data.find(p, i * 32, min(i * 32 + 32 + 5, 2048))
    return out
