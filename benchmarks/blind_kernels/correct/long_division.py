import numpy as np


def reference(q, r, u, a, b):
    def wrap(v):
        return (v + 2**63) % 2**64 - 2**63

    rows = []
    for t, (x, y) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        half = abs(x) // 2 * (1 if x >= 0 else -1)
        n, d = wrap(half * 1000003 + t), y >> (t % 48) | 1
        quotient = abs(n) // abs(d) * (1 if (n < 0) == (d < 0) else -1)
        rows.append((quotient, n - quotient * d, n % 2**64 // (d % 2**64) % 1000000007))
    quotients, remainders, unsigned = zip(*rows, strict=True)
    return np.array(quotients, "int64"), np.array(remainders, "int64"), np.array(unsigned, "uint64")
