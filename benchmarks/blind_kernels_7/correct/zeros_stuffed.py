import numpy as np


def reference(out, x):
    result = np.zeros((64, 22), "uint8")
    for i, row in enumerate(x):
        parts = bytes(row).split(b"\0")
        data = b"".join(bytes([len(p) + 1]) + p for p in parts)
        result[i, :21] = list(data)
    return result
