import numpy as np


def masks(rng, shape, dtype):
    high = rng.integers(0, 2**32, shape).astype(dtype) << np.uint64(32)
    return (high | np.uint64(1) << np.uint64(63)) << np.arange(64).astype(dtype) % np.uint64(5) | (
        np.uint64(1) << np.uint64(63)
    )


def reference(y, x):
    return np.array([(int(v) & -int(v)).bit_length() - 1 for v in x], dtype="int32")
