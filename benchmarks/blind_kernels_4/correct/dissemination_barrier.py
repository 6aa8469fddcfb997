import numpy as np


def reference(y, board, signals, x):
    rows = [x]
    for _ in range(3):
        v = rows[-1]
        r = np.roll(v, -1, axis=0), np.roll(v, 1, axis=0)[:, ::-1], np.roll(v, -2, axis=0)
        rows.append(2 * r[0] - r[1] + r[2])
    return rows[3], np.stack([rows[2], rows[1]]), np.full((2, 4), 3, dtype="int32")
