import numpy as np


def reference(y, bid, limit):
    reached = bid >= limit[:, None]
    return np.where(reached.any(axis=1), reached.argmax(axis=1), -1).astype("int32")
