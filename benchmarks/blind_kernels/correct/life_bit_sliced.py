import numpy as np


def reference(y, x):
    lanes = np.arange(32, dtype="uint64")
    words = (x.astype("uint64") * 0x9E3779B9 + lanes * 0x85EBCA6B) & 0xFFFFFFFF
    cells = (words[:, :, None] >> lanes & 1).astype(int)
    for _ in range(4):
        n = sum(np.roll(cells, (i, j), (1, 2)) for i in (-1, 0, 1) for j in (-1, 0, 1)) - cells
        cells = ((n == 3) | ((n == 2) & (cells == 1))).astype(int)
    return (cells.astype("uint64") << lanes).sum(axis=2).astype("uint32")
