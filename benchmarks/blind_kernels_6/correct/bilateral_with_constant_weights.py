import numpy as np


def reference(out, img):
    p, s = np.pad(img.astype("float64"), 2, mode="edge"), [0.135, 0.6, 1.0, 0.6, 0.135]
    top, low = 0, 0
    for i in range(5):
        for j in range(5):
            v = p[i : i + 16, j : j + 32]
            w = s[i] * s[j] * np.exp(-8 * (v - img) ** 2)
            top, low = top + w * v, low + w
    return (top / low).astype("float32")
