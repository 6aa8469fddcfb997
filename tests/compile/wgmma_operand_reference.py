"""Two operands A of halves j = 1 to n, times ones; and the last A."""

import numpy as np


def reference(out, kept, x, n):
    total = 2 * 16 * sum(range(1, n + 1))
    half = int(np.float16(n).view(np.uint16))
    return np.full(512, total), np.full(1024, half << 16 | half)
