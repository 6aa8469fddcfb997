import numpy as np


def make(rng, shape, dtype):
    return (rng.integers(0, 2, shape) * 2 - 1).astype(dtype)


def hash_of(v):
    m = 0xFFFFFFFF
    v = ((v ^ v >> 16) * 0x7FEB352D) & m
    v = ((v ^ v >> 15) * 0x846CA68B) & m
    return v ^ v >> 16


def reference(spin):
    s = spin.astype("int64")
    y, x = np.mgrid[:16, :16]
    for half in range(6):
        field = sum(np.roll(s, d, a) for d in (1, -1) for a in (0, 1))
        cost = field * s
        h = np.array([[hash_of(half * 256 + j * 16 + i) for i in range(16)] for j in range(16)])
        flips = (cost <= 0) | (h % 100 < np.where(cost == 2, 41, 17))
        s = np.where(flips & ((x + y + half) % 2 == 0), -s, s)
    return s.astype("int8")
