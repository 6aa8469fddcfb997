import numpy as np


def run(v, code, bits):
    for _ in range(6):
        if code & 3 == 0:
            v >>= 1
        elif code & 3 == 1:
            v += 1 << bits
        elif code & 3 == 2:
            v = v * v >> bits
            v = (v + 2**31) % 2**32 - 2**31
        else:
            v = -v
        code >>= 2
    return v


def reference(y, z, x, code):
    pairs = list(zip(x.tolist(), code.tolist(), strict=True))
    a = [run(v >> 4, c, 15) for v, c in pairs]
    b = [run(v >> 6, c, 12) for v, c in pairs]
    return np.array(a, "int64").astype("int32"), np.array(b, "int64").astype("int32")
