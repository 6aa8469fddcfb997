import numpy as np


def reference(y, x):
    result = []
    for v in map(int, x):
        bits = f"{v % 2**32:032b}"
        result.append([v * 4, ~v, int(bits[::-1], 2), bits.count("1")][v & 3] % 2**32)
    return np.array(result, dtype="uint32").view("int32")
