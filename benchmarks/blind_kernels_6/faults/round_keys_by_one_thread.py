import numpy as np

M = 0xFFFFFFFF


def step(x, y, k):
    x = ((((x >> 8) | (x << 24)) & M) + y) & M ^ k
    return x, ((y << 3) | (y >> 29)) & M ^ x


def reference(out, text, key):
    k, *words = (int(v) for v in key)
    keys = []
    for i in range(27):
        keys.append(k)
        words[i % 3], k = step(words[i % 3], k, i)
    v = text.astype("int64")
    x, y = v[..., 1], v[..., 0]
    for k in keys:
        x, y = step(x, y, k)
    return np.stack([y, x], axis=2).astype("uint32")
