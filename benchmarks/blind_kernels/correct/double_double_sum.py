import math

import numpy as np


def reference(y, x):
    big = np.where(np.arange(256) % 2, 1e16, -1e16)
    terms = [[math.fma(v, 1e6, b) if hasattr(math, "fma") else fused(v, b) for v, b in zip(row, big)] for row in x]
    return np.array([math.fsum(row) for row in terms])


def fused(v, b):
    from fractions import Fraction

    return float(Fraction(float(v)) * 10**6 + Fraction(float(b)))
