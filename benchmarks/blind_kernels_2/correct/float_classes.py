import numpy as np


def reference(y, x):
    t = np.arange(64)
    u = x & np.where(t & 1, 0xFFFFFFFF, 0xFF8000FF).astype("uint32")
    u = u & np.where(t & 2, 0xFFFFFFFF, 0x807FFFFF).astype("uint32")
    e, m, s = u >> 23 & 255, u & 0x7FFFFF, u >> 31
    nan = (e == 255) & (m != 0)
    out = (
        (e < 255)
        | ((e == 255) & (m == 0)).astype(int) << 1
        | (~nan).astype(int) << 2
        | nan.astype(int) << 3
    )
    out = out | ((e > 0) & (e < 255)).astype(int) << 4 | ((e == 0) & (m != 0)).astype(int) << 5
    return out | s.astype(int) << 8 | (s == 0).astype(int) << 9
