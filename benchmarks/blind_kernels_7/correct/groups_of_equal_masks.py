import numpy as np


def reference(every, bits, widest, x):
    rows = x.reshape(4, 32).copy()
    rows[0::2] = rows[0::2, :1]
    u = rows.view("uint32")
    same = (rows == rows[:, :1]).all(axis=1).astype("int32")
    ops = (np.bitwise_and, np.bitwise_or, np.bitwise_xor)
    b = np.stack([op.reduce(u, axis=1) for op in ops], axis=1)
    most = [np.bincount(r & 3).max() for r in rows]
    return same, b, np.array(most, "int32")
