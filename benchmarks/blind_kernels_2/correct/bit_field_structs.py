import numpy as np


def reference(y, x):
    x = x.astype("int64")
    kind, length = (x + 1) & 7, (x >> 12 & 4095) ^ 0xABC
    offset, tag = x >> 3 & 511, x >> 24 & 255
    offset = np.where(offset > 255, offset - 512, offset)
    tag = np.where(tag > 127, tag - 256, tag) >> 1
    offset = np.where(offset < 0, -1 - offset, offset // 2)
    return kind | (offset & 511) << 3 | length << 12 | (tag & 255) << 24
