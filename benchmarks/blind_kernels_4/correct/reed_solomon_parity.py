import numpy as np


def multiply(a, b):
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (0x11D if a & 128 else 0)
        b >>= 1
    return product


def reference(y, x):
    generator = [1]
    for root in (1, 2, 4, 8):
        shifted = [multiply(c, root) for c in generator]
        generator = [a ^ b for a, b in zip(generator + [0], [0] + shifted, strict=True)]
    y = []
    for message in x.tolist():
        rest = message + [0] * 4
        for i in range(16):
            factor = rest[i]
            for k in range(5):
                rest[i + k] ^= multiply(factor, generator[k])
        y.append(rest[16:])
    return np.array(y, dtype="uint8")
