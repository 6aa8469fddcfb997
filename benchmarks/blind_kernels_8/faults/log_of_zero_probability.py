import numpy as np


def make(rng, shape, dtype):
    x = rng.uniform(-3, 0, shape)
    step = np.subtract.outer(np.arange(4), np.arange(4))
    return np.where((step > 0) | (step < -1), -np.inf, x).astype(dtype)


def reference(y, transition, seen):
    p = np.exp(transition.astype("float64"))
    with np.errstate(divide="ignore"):
        for row, symbols in zip(y, seen, strict=False):
            state = np.array([1.0, 0, 0, 0])
            for symbol in symbols:
                state = state @ p[symbol]
            row[:] = np.log(state)
    return y
