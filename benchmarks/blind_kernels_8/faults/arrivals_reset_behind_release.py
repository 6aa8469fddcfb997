import numpy as np


def reference(rows, arrived, turn, x):
    for step in range(1, 6):
        rows[step % 2] = x
        x = x[0] + x[1] * np.uint32(3) + x[2] + np.arange(3, dtype="uint32")[:, None]
    rows[2] = x
    return rows, arrived, np.full(1, 5, "int32")
