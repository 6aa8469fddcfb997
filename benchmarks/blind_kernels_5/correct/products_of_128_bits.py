import numpy as np


def reference(high, rest, a, b):
    sums = [(int(p) * int(q) + 2**63) % 2**128 for p, q in zip(a, b, strict=True)]
    return (
        np.array([s >> 64 for s in sums], dtype="uint64"),
        np.array([s % 1000000007 for s in sums], dtype="uint64"),
    )
