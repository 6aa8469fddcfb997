import numpy as np


def push(rank):
    to = np.full(48, 1000, dtype="uint32")
    for i in range(48):
        for e in (2, 3, 5):
            to[(e * i + e - 1) % 48] += rank[i] // 3
    return to


def reference(a, b):
    b = push(a)
    return push(b), b
