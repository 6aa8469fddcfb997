import numpy as np


def reference(y, x):
    rows = []
    for t, word in enumerate(x.tolist()):
        v, p, n = word * 0x9E3779B9 & 0xFFFFFFFF ^ t, t % 24, t % 7 + 1
        field, mask = v >> p & (1 << n) - 1, (1 << n) - 1 << p
        signed = field - (1 << n) if field >> (n - 1) else field
        a, b, c = v, v << 1, v >> 3
        rows.append(
            [
                field,
                signed,
                (~v & ~mask) | (v << p & mask),
                (v >> p).bit_length() - 1,
                32 - (v >> p | 1).bit_length(),
                mask,
                v & (1 << n + p) - 1,
                (a & b) | (b & c) | (a & c),
            ]
        )
    return np.array([[v & 0xFFFFFFFF for v in row] for row in rows], "uint32").T
