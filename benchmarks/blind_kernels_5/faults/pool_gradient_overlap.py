import numpy as np


def image(rng, shape, dtype):
    x = rng.uniform(-1, 1, shape)
    x[2::4, 2::4] += 10
    return x.astype(dtype)


def reference(dx, x, dy):
    dx = dx.astype("float64")
    for i in range(4):
        for j in range(4):
            window = x[2 * i : 2 * i + 3, 2 * j : 2 * j + 3]
            r, c = np.unravel_index(window.argmax(), (3, 3))
            dx[2 * i + r, 2 * j + c] += dy[i, j]
    return dx.astype("float32")
