import numpy as np


def reference(equal, nodes, words):
    w = [tuple(row) for row in (words & 3).tolist()]
    nodes = len({word[:k] for word in w for k in range(5)})
    return np.array([w.count(word) for word in w], dtype="int32"), np.array([nodes], dtype="int32")
