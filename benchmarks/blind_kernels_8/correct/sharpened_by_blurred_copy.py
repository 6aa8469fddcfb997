import numpy as np


def reference(y, x, w, h):
    p = np.pad(x.astype("int32"), 1, mode="edge")
    k = [1, 2, 1]
    blur = sum(k[j] * k[i] * p[j : j + 16, i : i + 24] for j in range(3) for i in range(3))
    return np.clip(2 * x.astype("int32") - ((blur + 8) >> 4), 0, 255).astype("uint8")
