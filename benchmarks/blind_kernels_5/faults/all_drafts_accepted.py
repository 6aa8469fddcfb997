import numpy as np


def targets(rng, shape, dtype):
    return (np.arange(36).reshape(4, 9) * 7 % 50).astype(dtype)


def drafts(rng, shape, dtype):
    draft = targets(rng, shape, dtype)[:, :8].copy()
    draft[1, 0] += 1
    draft[3, 5:] += 2
    return draft


def reference(count, next, draft, target):
    count = np.array([8, 0, 8, 5], dtype="int32")
    return count, target[np.arange(4), count]
