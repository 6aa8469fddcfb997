import numpy as np


def make(rng, shape, dtype):
    return np.sort(rng.choice(200, 100, replace=False)).astype(dtype)


def make_keys(rng, shape, dtype):
    return np.concatenate([rng.integers(-5, 205, 60), [250, -50, 300, 201]]).astype(dtype)


def reference(y, x, keys):
    place = {int(v): i for i, v in enumerate(x)}
    return np.array([place.get(int(k), -1) for k in keys])
