import numpy as np


def make(rng, shape, dtype):
    angle, radius = np.arange(12) * np.pi / 6, np.tile([18, 8], 6)
    return np.rint(np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1)).astype(dtype)


def reference(inside, point, corner):
    bits = np.zeros(128, "uint64")
    for i, (x, y) in enumerate(point.astype("int64")):
        for (ax, ay), (bx, by) in zip(corner, np.roll(corner, -1, axis=0), strict=True):
            if (ay > y) != (by > y) and x < int(bx - ax) * (y - ay) / int(by - ay) + ax:
                bits[i] ^= 1
    return (bits.reshape(4, 32) << np.arange(32, dtype="uint64")).sum(axis=1).astype("uint32")
