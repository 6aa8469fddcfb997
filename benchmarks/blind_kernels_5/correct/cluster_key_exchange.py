import numpy as np


def reference(count, sum, key):
    parts = [key[key & 3 == owner] for owner in range(4)]
    return (
        np.array([len(p) for p in parts], dtype="int32"),
        np.array([(p >> 2).sum(dtype="int32") for p in parts], dtype="int32"),
    )
