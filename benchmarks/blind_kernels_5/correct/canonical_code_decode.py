import numpy as np

CODES = {"0": 0, "10": 1, "110": 2, "1110": 3, "1111": 4}


def reference(y, x):
    rows = []
    for word in x:
        bits, symbols = f"{int(word):064b}", []
        while len(symbols) < 16:
            length = next(n for n in range(1, 5) if bits[:n] in CODES)
            symbols.append(CODES[bits[:length]])
            bits = bits[length:]
        rows.append(symbols)
    return np.array(rows, dtype="uint8")
