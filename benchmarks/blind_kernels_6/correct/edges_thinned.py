import numpy as np


def reference(edge, img):
    # The tile's border lies outside the image too; there, pixels are clamped as well.
    p = np.pad(img.astype("int64"), 2, mode="edge")
    gx, gy = np.zeros((34, 34), "int64"), np.zeros((34, 34), "int64")
    for k, w in ((0, 1), (1, 2), (2, 1)):
        gx += w * (p[k : k + 34, 2:36] - p[k : k + 34, 0:34])
        gy += w * (p[2:36, k : k + 34] - p[0:34, k : k + 34])
    s, across = np.abs(gx) + np.abs(gy), np.abs(gx) >= np.abs(gy)
    c = s[1:-1, 1:-1]
    a = np.where(across[1:-1, 1:-1], s[1:-1, :-2], s[:-2, 1:-1])
    b = np.where(across[1:-1, 1:-1], s[1:-1, 2:], s[2:, 1:-1])
    return np.where((c > a) & (c >= b) & (c > 200), 255, 0).astype("uint8")
