import numpy as np


def reference(out, img):
    u = 2 * np.arange(32) - 31
    u, v = np.meshgrid(u, u)
    sx = (56756 * u + 32768 * v + 32 * 65536) // 131072
    sy = (56756 * v - 32768 * u + 32 * 65536) // 131072
    inside = (sx >= 0) & (sx < 32) & (sy >= 0) & (sy < 32)
    return np.where(inside, img[np.clip(sy, 0, 31), np.clip(sx, 0, 31)], 0).astype("uint8")
