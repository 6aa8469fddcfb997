import numpy as np


def make(rng, shape, dtype):
    return (rng.uniform(0.1, 1, shape) + 4 * np.eye(64)).astype(dtype)


def reference(v, a, work, norm):
    a = a.astype("float64")
    w, n, scale = [np.ones(64), None], [0], 1
    for step in range(8):
        w[(step + 1) % 2] = a @ (w[step % 2] * scale)
        n.append((w[(step + 1) % 2] ** 2).sum())
        scale = 1 / np.sqrt(n[-1])
    n[0] = 1 / scale
    return (w[0] * scale).astype("float32"), np.array(w, "float32"), np.array(n, "float32")
