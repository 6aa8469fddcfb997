import numpy as np


def make_table(rng, shape, dtype):
    return rng.permutation(9).reshape(shape).astype(dtype)


def make_lengths(rng, shape, dtype):
    return np.array([21, 8, 13], dtype=dtype)


def reference(y, q, keys, values, table, lengths):
    y = np.zeros((3, 32))
    for s in range(3):
        k = keys[table[s]].reshape(24, 32)[: lengths[s]].astype("float64")
        v = values[table[s]].reshape(24, 32)[: lengths[s]]
        p = np.exp(k @ q[s])
        y[s] = p @ v / p.sum()
    return y.astype("float32")
