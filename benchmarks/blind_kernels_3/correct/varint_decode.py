import numpy as np


def reference(y, n, x):
    out, value, shift = [], 0, 0
    for b in x.tolist():
        value |= (b & 127) << shift
        shift += 7
        if b < 128:
            out.append(value & 0xFFFFFFFF)
            value = shift = 0
    return np.array(out + [0] * (32 - len(out)), "int64"), np.array([len(out)])
