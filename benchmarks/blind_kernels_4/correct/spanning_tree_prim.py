import numpy as np


def reference(parent, order, weight):
    w = np.triu(weight)
    w = w + np.triu(w, 1).T
    parent, order, distance = np.zeros(32, dtype="int32"), [0], np.full(32, 0xFFFFFF)
    while len(order) < 32:
        outside = [i for i in range(32) if i not in order]
        for i in outside:
            if w[order[-1], i] < distance[i]:
                distance[i], parent[i] = w[order[-1], i], order[-1]
        order.append(min(outside, key=lambda i: (distance[i], i)))
    return parent, np.array(order, dtype="int32")
