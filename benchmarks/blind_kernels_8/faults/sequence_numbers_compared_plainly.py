import numpy as np


def make(rng, shape, dtype):
    start = rng.choice([100, 30000, 65530, 65500], shape[0])
    steps = np.stack([rng.permutation(80)[:8] for _ in range(shape[0])])
    return ((start[:, None] + steps) % 65536).astype(dtype)


def reference(y, number):
    # Numbers of a queue lie within 80 of each other, so adding 1000 undoes the wrap around.
    shifted = (number.astype("int64") + 1000) % 65536
    plain = number.astype("int64")
    wraps = plain.max(axis=1) - plain.min(axis=1) > 80
    return np.where(wraps, shifted.argmax(axis=1), plain.argmax(axis=1)).astype("int32")
