import numpy as np


def reference(y, x):
    return np.stack(
        [
            x.sum(axis=1, dtype="int32"),
            np.bitwise_xor.reduce(x ^ 0x55, axis=1),
            x.min(axis=1) * np.int32(2),
        ],
        axis=1,
    )
