import numpy as np


def origins(rng, shape, dtype):
    return (rng.integers(-20, 21, shape) + 0.5).astype(dtype)


def directions(rng, shape, dtype):
    # Powers of two: quotients, and so comparisons, are exact.
    return (rng.choice([0.5, 1, 2], shape) * rng.choice([-1, 1], shape)).astype(dtype)


def boxes(rng, shape, dtype):
    low = rng.integers(-12, 8, (8, 3))
    return np.concatenate([low, low + rng.integers(4, 9, (8, 3))], axis=1).astype(dtype)


def reference(y, origin, direction, box):
    o, d = origin[:, None].astype("float64"), direction[:, None].astype("float64")
    a, b = (box[None, :, :3] - o) / d, (box[None, :, 3:] - o) / d
    near = np.maximum(np.minimum(a, b).max(axis=2), 0)
    far = np.maximum(a, b).min(axis=2)
    t = np.where(near <= far, near, np.inf)
    return np.where(np.isfinite(t.min(axis=1)), t.argmin(axis=1), -1).astype("int32")
