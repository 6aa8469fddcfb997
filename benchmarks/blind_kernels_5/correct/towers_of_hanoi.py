import numpy as np


def pairs(rng, shape, dtype):
    source = rng.integers(0, 3, 32)
    return np.stack([source, (source + rng.integers(1, 3, 32)) % 3], axis=1).astype(dtype)


def solve(discs, source, target):
    if discs == 0:
        return []
    spare = 3 - source - target
    move = [100 * discs + 10 * source + target]
    return solve(discs - 1, source, spare) + move + solve(discs - 1, spare, target)


def reference(y, pegs):
    return np.array([solve(5, int(a), int(b)) for a, b in pegs], dtype="int32")
