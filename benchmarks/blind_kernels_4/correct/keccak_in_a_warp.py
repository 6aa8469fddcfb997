import numpy as np

MASK = 2**64 - 1


def rotate(v, n):
    return (v << n | v >> (64 - n)) & MASK


def permutation(a):
    state = 1
    for _ in range(24):
        c = [a[i] ^ a[i + 5] ^ a[i + 10] ^ a[i + 15] ^ a[i + 20] for i in range(5)]
        d = [c[i - 1] ^ rotate(c[(i + 1) % 5], 1) for i in range(5)]
        a = [v ^ d[i % 5] for i, v in enumerate(a)]
        x, y, moving = 1, 0, a[1]
        for t in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            a[x + 5 * y], moving = rotate(moving, (t + 1) * (t + 2) // 2 % 64), a[x + 5 * y]
        for i in range(0, 25, 5):
            r = a[i : i + 5]
            a[i : i + 5] = [r[j] ^ (~r[(j + 1) % 5] & MASK & r[(j + 2) % 5]) for j in range(5)]
        for j in range(7):
            if state & 1:
                a[0] ^= 1 << (1 << j) - 1
            state = state << 1 ^ (0x171 if state & 128 else 0)
            state &= 255
    return a


def reference(y, x):
    return np.array([permutation(row) for row in x.tolist()], dtype="uint64")
