import numpy as np


def some(rng, shape, dtype):
    x = rng.integers(0, 2**32, shape, dtype=np.uint64).astype("uint32")
    x[:12] = [0, 1, 3, 7, 61, 9, 2047, 3215031751, 4294967291, 4294967295, 25326001, 65537]
    return x


def is_prime(n):
    if n < 2:
        return 0
    k = 3
    while k * k <= n:
        if n % k == 0:
            return 0
        k += 2
    return 1


def reference(prime, x):
    return np.array([is_prime(v | 1) for v in x.tolist()], "uint8")
