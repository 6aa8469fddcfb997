import numpy as np


def matrices(rng, shape, dtype):
    m = rng.integers(0, 2**32, shape, dtype=np.uint64).astype("uint32")
    m[1, 20:] = m[1, :12] ^ m[1, 8:20]
    m[2, 1:] = m[2, 0]
    m[3] = 0
    return m


def reference(rank, matrix):
    out = []
    for m in matrix.tolist():
        basis = []
        for v in m:
            for b in basis:
                v = min(v, v ^ b)
            if v:
                basis.append(v)
        out.append(len(basis))
    return np.array(out, "int32")
