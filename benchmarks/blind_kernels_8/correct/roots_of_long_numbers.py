from math import isqrt


def reference(square, cube, x):
    for t, v in enumerate(x.tolist()):
        square[t] = isqrt(v)
        c = round(v ** (1 / 3))
        cube[t] = max(k for k in range(max(c - 3, 0), c + 4) if k**3 <= v)
    return square, cube
