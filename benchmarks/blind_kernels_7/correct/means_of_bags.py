import numpy as np


def offsets(rng, shape, dtype):
    o = np.sort(rng.integers(0, 51, shape))
    o[0], o[3], o[11] = 0, o[4], 50
    return o.astype(dtype)


def reference(y, table, index, offset, bags, n):
    out = np.zeros((12, 16), "float32")
    ends = [*offset[1:].tolist(), 50]
    for b, (i, j) in enumerate(zip(offset.tolist(), ends, strict=True)):
        if j > i:
            out[b] = table[index[i:j]].astype("float64").mean(axis=0)
    return out
