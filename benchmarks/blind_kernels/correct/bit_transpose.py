import numpy as np


def reference(y, x):
    v = (x.astype("uint64") * 2654435761 + np.arange(128, dtype="uint64")) & 0xFFFFFFFF
    bits = (v.reshape(4, 32, 1) >> np.arange(32, dtype="uint64")) & 1
    return (
        (bits.transpose(0, 2, 1) << np.arange(32, dtype="uint64"))
        .sum(axis=2)
        .astype("uint32")
        .reshape(-1)
    )
