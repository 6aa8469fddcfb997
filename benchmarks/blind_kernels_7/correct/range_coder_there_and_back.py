import numpy as np


def reference(state, size, decoded, symbol):
    freq, start = (128, 64, 48, 16), (0, 128, 192, 240)
    states, sizes = [], []
    for row in symbol.tolist():
        x, n = 1 << 16, 0
        for s in reversed(row):
            while x >= freq[s] << 16:
                x, n = x >> 8, n + 1
            x = (x // freq[s] << 8) + x % freq[s] + start[s]
        states.append(x)
        sizes.append(n)
    return np.array(states, "uint32"), np.array(sizes, "uint8"), symbol
