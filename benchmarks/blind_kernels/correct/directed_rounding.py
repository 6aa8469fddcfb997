from fractions import Fraction

import numpy as np


def rounded(q, down):
    f = np.float32(float(q))
    if down and Fraction(float(f)) > q:
        f = np.nextafter(f, np.float32(-np.inf))
    if not down and Fraction(float(f)) < q:
        f = np.nextafter(f, np.float32(np.inf))
    return Fraction(float(f))


def reference(low, high, x, w):
    ends = []
    for down in (True, False):
        sums = []
        for row in x.tolist():
            s = Fraction(0)
            for a, b in zip(row, w.tolist(), strict=True):
                s = rounded(s + rounded(Fraction(a) * Fraction(b), down), down)
            sums.append(float(s))
        ends.append(np.array(sums, "float32"))
    return tuple(ends)
