import numpy as np


def reference(y, x):
    out = []
    for v in x.tolist():
        a = [
            bin(v).count("1"),
            32 - (v | 1).bit_length(),
            ((v | 2**31) & -(v | 2**31)).bit_length() - 1,
        ]
        even = next((n for n in a if n % 2 == 0), -1)
        out.append(even * 32 + ((v << 5 | v >> 27) & 15) * 2 + ((v & 6) in (2, 4)))
    return np.array(out)
