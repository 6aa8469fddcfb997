import numpy as np


def transforms(rng, shape, dtype):
    result = []
    for _ in range(3):
        text = bytes(rng.integers(97, 101, 63).tolist()) + b"\0"
        rows = sorted(text[i:] + text[:i] for i in range(64))
        result.append([row[-1] for row in rows])
    return np.array(result, dtype=dtype)


def reference(text, last):
    result = []
    for column in last:
        rows = [b""] * 64
        for _ in range(64):
            rows = sorted(bytes([c]) + row for c, row in zip(column, rows, strict=True))
        result.append(next(list(row) for row in rows if row[-1] == 0))
    return np.array(result, dtype="uint8")
